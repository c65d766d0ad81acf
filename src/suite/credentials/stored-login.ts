/**
 * A stored login in use: held in memory, and renewed before it expires, once among all processes. Under a lock, it
 * reads the stored login again, and sends the refresh token only if nobody has renewed the login meanwhile. It reads
 * the new tokens back before it uses them. A cancelled call stops waiting while the renewal continues, because the new
 * tokens must not be lost.
 */
import { identityOf, type Authorization } from "../api/authorization.ts";
import type { Secret } from "../../base/secrets/secret.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { headerOf, isStale, noticeOf, readLogin, writeLogin } from "./login.ts";
import type { Login, OAuthLogin } from "./login.ts";
import { loginCommand, type CredentialStore } from "./store.ts";

export interface StoredParts {
  readonly store: CredentialStore;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Requests new tokens. @throws GrantRefused if the refresh token is no longer valid. */
  readonly refresh: (login: OAuthLogin) => Promise<OAuthLogin>;
  /** Runs work that the end of this process must not interrupt: the new tokens would be lost. */
  readonly uninterrupted: <T>(work: () => Promise<T>) => Promise<T>;
}

const lookMilliseconds = 60_000;

/** The refresh token was rejected (`invalid_grant`): it has expired, or a later one was issued. */
export class GrantRefused extends Error {}

export class StoredAuthorization implements Authorization {
  readonly identity: string;
  /** An OAuth client belongs to one account (spec, Scheme 2). */
  readonly account: string | undefined;
  #login: Login;
  #isReplaced = false;
  #lookedAt: number | undefined;
  #renewal: Promise<boolean> | undefined;
  /** A renewed login that could not be stored, and the refresh token that it replaces. */
  #unstored: { readonly login: OAuthLogin; readonly replaces: Secret } | undefined;

  constructor(
    login: Login,
    private readonly parts: StoredParts,
  ) {
    this.#login = login;
    this.identity = identityOf(login.scheme === "basic" ? headerOf(login).reveal() : login.id);
    this.account = login.scheme === "oauth" ? identityOf(login.clientId) : undefined;
  }

  /** The state of this process; another process may have renewed it since. */
  get login(): Login {
    return this.#login;
  }

  async header(): Promise<Secret> {
    this.#lookedAt ??= this.parts.now();
    if (isStale(this.#login, this.parts.now())) await this.#renewOnce();
    return headerOf(this.#login);
  }

  async renew(refused: Secret): Promise<boolean> {
    if (!headerOf(this.#login).equals(refused)) return true;
    const renewed = await this.#renewOnce(refused);
    return renewed && !headerOf(this.#login).equals(refused);
  }

  /** Looks at the store, which may be slow, once a minute. What cannot be read has not been replaced. */
  async isReplaced(): Promise<boolean> {
    const now = this.parts.now();
    this.#lookedAt ??= now;
    if (!this.#isReplaced && now - this.#lookedAt > lookMilliseconds) {
      this.#lookedAt = now;
      await this.#read().catch(() => undefined);
    }
    return this.#isReplaced;
  }

  notice(): string | undefined {
    return noticeOf(this.#login, this.parts.account, this.parts.now());
  }

  /** Joins the renewal under way, or starts one. */
  #renewOnce(refused?: Secret): Promise<boolean> {
    const { store, account } = this.parts;
    this.#renewal ??= store
      .locked(account, (ensureHeld) => this.#renew(refused, ensureHeld))
      .finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Returns whether there is now another header than the rejected one. */
  async #renew(refused: Secret | undefined, ensureHeld: () => Promise<void>): Promise<boolean> {
    const stored = await this.#read();
    const isRefused = headerOf(stored).equals(refused);
    if (!isRefused && !isStale(stored, this.parts.now())) {
      this.#login = stored;
      return true;
    }
    if (stored.scheme === "basic") return false;
    // Using one refresh token twice would end the login.
    await ensureHeld();
    this.#login = await this.parts.uninterrupted(() => this.#refresh(stored));
    return true;
  }

  async #refresh(stored: OAuthLogin): Promise<OAuthLogin> {
    const { store, account, refresh } = this.parts;
    const replaces = stored.refreshToken;
    if (replaces === undefined) throw this.#endedError();
    let renewed: OAuthLogin;
    try {
      const unstored = this.#unstored;
      renewed = unstored?.replaces.equals(replaces) ? unstored.login : await refresh(stored);
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      const now = await this.#read();
      if (now.scheme === "oauth" && !replaces.equals(now.refreshToken)) return now;
      throw this.#endedError();
    }
    this.#unstored = { login: renewed, replaces };
    await writeLogin(store, account, renewed);
    if (!headerOf(await this.#read()).equals(headerOf(renewed)))
      throw new ToolError(store.trouble, `${store.name} did not store the renewed login`);
    this.#unstored = undefined;
    return renewed;
  }

  /** Reads the same login again. Another login may belong to another user and must not be used instead. */
  async #read(): Promise<Login> {
    const { store, account } = this.parts;
    const stored = await readLogin(store, account);
    if (stored.id === this.#login.id) return stored;
    this.#isReplaced = true;
    throw new ToolError(
      "not_logged_in",
      `the login ${account} was replaced by another`,
      "Call again: the new one is used then.",
    );
  }

  #endedError(): ToolError {
    const { account } = this.parts;
    const advice = tellUser`Run ${loginCommand(account)} again.`;
    return new ToolError("not_logged_in", `the login ${account} has ended`, advice);
  }
}
