/** An account of an agency, and the account that only the pages of one client would make, computed from the API's lists alone. */
import { profileNetworksOf } from "../../src/catalog/networks.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { basicOf, testNow } from "./in-memory.ts";
import { serveLocally } from "./local-server.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";

/** The forms in which the API's lists of profiles have their labels. */
export const labelForms = ["objects", "ids", "names", "none"] as const;

export interface Agency {
  readonly form: (typeof labelForms)[number];
  /** The names of the client's labels. */
  readonly labels: readonly string[];
}

interface Record3 {
  readonly id: string;
  readonly name: string;
  readonly profile_name: string;
  readonly profile_labels: readonly { readonly id: string; readonly name: string }[];
}

interface ListedLabel {
  readonly id: string;
  readonly name: string;
  readonly profiles: readonly { readonly name: string; readonly platform: string }[];
}

const pages = 16;

/** A page of the client and one of another client share a name, where their labels tell them apart. */
const renamed = (page: Record3, { form }: Agency): Record3 =>
  form !== "none" && /\b(?:13|14|15)$/.test(page.name) ? { ...page, name: "Twin" } : page;

const isOfClient = ({ profile_labels: pageLabels }: Record3, { labels }: Agency): boolean =>
  pageLabels.some(({ id, name }) => labels.includes(id) || labels.includes(name));

/** Only pages of other clients have it. */
export const foreignLabel = { id: "pl-99", name: "Globex launch" };

const ofOthers = (page: Record3, agency: Agency): Record3 =>
  isOfClient(page, agency)
    ? page
    : { ...page, profile_labels: [...page.profile_labels, foreignLabel] };

const written = ({ profile_labels: pageLabels, ...page }: Record3, { form }: Agency): object => {
  if (form === "none") return page;
  const labels = pageLabels.map((label) =>
    form === "objects" ? label : form === "ids" ? label.id : label.name,
  );
  return { ...page, profile_labels: labels };
};

export interface Served {
  readonly baseUrl: string;
  /** What the other clients have, and this one must not see: ids, handles and names. */
  readonly foreign: readonly string[];
  readonly clientTexts: readonly string[];
}

/** @param isAlone the account has only the pages of the client, and no list that is not of profiles. */
export async function serveAgency(agency: Agency, isAlone: boolean): Promise<Served> {
  const sandbox = new Sandbox({
    profiles: pages,
    numbers: rememberedNumbers,
    now: () => testNow,
    quotas: { account: 1e9, user: 1e9 },
  });
  const listOf = (path: string): Record3[] => {
    const { body } = sandbox.handle({
      method: "GET",
      path,
      authorization: basicOf(),
      body: "",
    });
    const { profiles }: { profiles: Record3[] } = JSON.parse(body);
    return profiles.map((page) => ofOthers(renamed(page, agency), agency));
  };
  const isLeft = (page: Record3): boolean => !isAlone || isOfClient(page, agency);
  const labelsOf = (version: string): ListedLabel[] => {
    const labels = new Map<string, ListedLabel>();
    for (const platform of profileNetworksOf[version === "2" ? 2 : 3])
      for (const page of listOf(`/${version}/${platform}/profiles`).filter(isLeft))
        for (const label of page.profile_labels) {
          const { profiles: earlierProfiles = [] } = labels.get(label.id) ?? {};
          const profiles = [...earlierProfiles, { name: page.name, platform }];
          labels.set(label.id, { ...label, profiles });
        }
    return [...labels.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
  };
  const baseUrl = await serveLocally(({ method, url, headers, text }, response) => {
    response.setHeader("content-type", "application/json");
    const [, version = "", name = ""] = /^\/(\d)\/(?:\w+\/)*(\w+)$/.exec(url) ?? [];
    const answer = (body: object): unknown =>
      response.end(JSON.stringify({ success: true, ...body }));
    if (name === "profiles")
      return answer({
        profiles: listOf(url)
          .filter(isLeft)
          .map((page) => written(page, agency)),
      });
    if (url.includes("profile") && url.includes("labels"))
      return answer({ data: labelsOf(version) });
    if (isAlone && url.includes("labels")) return answer({ data: [] });
    const { status, body } = sandbox.handle({
      method,
      path: url,
      authorization: headers.authorization,
      body: text,
    });
    response.statusCode = status;
    return response.end(body);
  });
  const records = profileNetworksOf[3].flatMap((network) => listOf(`/3/${network}/profiles`));
  const textsOf = (list: readonly Record3[]): string[] => [
    ...new Set(list.flatMap(({ id, name, profile_name: handle }) => [id, name, handle])),
  ];
  const clientTexts = textsOf(records.filter((page) => isOfClient(page, agency)));
  const foreign = textsOf(records.filter((page) => !isOfClient(page, agency)));
  return { baseUrl, clientTexts, foreign: foreign.filter((text) => !clientTexts.includes(text)) };
}
