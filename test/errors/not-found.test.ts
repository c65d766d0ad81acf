/** A resource that is not found: a wrong address, or a permission that is missing. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";

test("both are named; the permission comes first where the same path was answered before", async () => {
  let isAllowed = false;
  const { baseUrl } = await serveFakeApi({
    user: (_, response) => {
      if (isAllowed) return { userInfo: { name: "Ada" } };
      response.statusCode = 404;
      return failure(404, "Resource not allowed");
    },
  });
  const { call, failing } = await connect({ baseUrl });
  expect((await failing("get_current_user")).text).toBe(
    [
      'not_found: the API does not have this address, or does not allow access to it; the API says: "Resource not allowed"',
      "Tell the user: check that the base URL is the address of the API, and that your credentials permit access to the resource.",
    ].join("\n"),
  );
  isAllowed = true;
  expect((await call("get_current_user")).isError).toBe(false);
  isAllowed = false;
  expect((await failing("get_current_user")).text).toMatch(
    /^not_found: this user may no longer access this resource, .*"Resource not allowed"\nTell the user: ask an administrator .* access\. .* the base URL\.$/,
  );
});
