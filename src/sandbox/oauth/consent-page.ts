/** The consent page, on which a person selects a user and allows or denies access. */
import { users } from "../account.ts";

/** @param action the path that receives the form, with `user` and `decision` (`allow` or `deny`) in its body. */
export const consentPage = (
  clientId: string,
  scopes: string,
  action: string,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sandbox: allow access?</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 4rem auto; padding: 0 1rem; }
  label, button { display: block; margin-top: 1rem; }
  button { font: inherit; padding: 0.5rem 1.5rem; display: inline-block; margin-right: 1rem; }
</style>
<h1>Allow access?</h1>
<p><strong>${escaped(clientId)}</strong> requests <code>${escaped(scopes)}</code> in the sandbox's fictitious account.</p>
<form method="post" action="${escaped(action)}">
  <label>As <select name="user">${users.map(({ id, name }) => `<option value="${id}">${escaped(name)}</option>`).join("")}</select></label>
  <button name="decision" value="allow">Allow</button>
  <button name="decision" value="deny">Deny</button>
</form>
</html>
`;

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
