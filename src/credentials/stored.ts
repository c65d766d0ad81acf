/** A login of a store in use: kept in memory, and renewed where it has aged, once among all processes. */
import { identityOf, type Authorization } from "../api/authorization.ts";
import type { Secret } from "../secrets/secret.ts";
import { ToolError } from "../errors/tool-error.ts";
import { isStale, noticeOf } from "./lives.ts";
import { withLock } from "../files/lock.ts";
import { headerOf, readLogin, writeLogin, type Login, type OAuthLogin } from "./login.ts";
import { loginCommand, type CredentialStore } from "./store.ts";

export interface StoredParts {
  readonly store: CredentialStore;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Asks for new tokens. @throws GrantRefused where the refresh token is none any more. */
  readonly refresh: (login: OAuthLogin) => Promise<OAuthLogin>;
  /** Runs work that the end of this process must not cut short: new tokens die with it. */
  readonly uninterrupted: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The refresh token was refused (`invalid_grant`): it ended, or a later one was issued. */
export class GrantRefused extends Error {}

export class StoredAuthorization implements Authorization {
  #login: Login;
  #isReplaced = false;
  #renewal: Promise<boolean> | undefined;
  /** What was renewed but could not be kept, and the refresh token that it replaces. */
  #unkept: { readonly login: OAuthLogin; readonly replaces: Secret } | undefined;

  constructor(
    login: Login,
    readonly parts: StoredParts,
  ) {
    this.#login = login;
  }

  get identity(): string {
    const login = this.#login;
    return identityOf(login.scheme === "basic" ? headerOf(login).reveal() : login.id);
  }

  /** As it is known to this process. */
  get login(): Login {
    return this.#login;
  }

  async header(): Promise<Secret> {
    if (this.#isStale(this.#login)) await this.#renewOnce();
    return headerOf(this.#login);
  }

  async renew(refused: Secret): Promise<boolean> {
    if (!headerOf(this.#login).equals(refused)) return true;
    const renewed = await this.#renewOnce(refused);
    return renewed && !headerOf(this.#login).equals(refused);
  }

  isReplaced(): boolean {
    return this.#isReplaced;
  }

  notice(): string | undefined {
    return noticeOf(this.#login, this.parts.now());
  }

  #isStale(login: Login): login is OAuthLogin {
    return login.scheme === "oauth" && isStale(login, this.parts.now());
  }

  /** One renewal at a time, whoever asks. */
  #renewOnce(refused?: Secret): Promise<boolean> {
    this.#renewal ??= this.#renew(refused).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Whether there is now another header than the refused one. */
  async #renew(refused: Secret | undefined): Promise<boolean> {
    const { store, account } = this.parts;
    for (;;) {
      const renewed = await withLock(store.lockFile(account), (isHeld) =>
        this.#renewLocked(refused, isHeld),
      );
      if (renewed !== "lock lost") return renewed;
    }
  }

  async #renewLocked(
    refused: Secret | undefined,
    isHeld: () => Promise<boolean>,
  ): Promise<boolean | "lock lost"> {
    const stored = await this.#read();
    const isRefused = headerOf(stored).equals(refused);
    if (!isRefused && !this.#isStale(stored)) {
      this.#login = stored;
      return true;
    }
    if (stored.scheme === "basic") return false;
    // Two refreshes with one token would end the login.
    if (!(await isHeld())) return "lock lost";
    this.#login = await this.parts.uninterrupted(() => this.#refresh(stored));
    return true;
  }

  async #refresh(stored: OAuthLogin): Promise<OAuthLogin> {
    const { store, account, refresh } = this.parts;
    const replaces = stored.refreshToken;
    if (replaces === undefined) throw this.#ended();
    let renewed: OAuthLogin;
    try {
      renewed =
        this.#unkept !== undefined && this.#unkept.replaces.equals(replaces)
          ? this.#unkept.login
          : await refresh(stored);
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      const now = await this.#read();
      if (now.scheme === "oauth" && !replaces.equals(now.refreshToken)) return now;
      throw this.#ended();
    }
    this.#unkept = { login: renewed, replaces };
    await writeLogin(store, account, renewed);
    const kept = await this.#read();
    if (!headerOf(kept).equals(headerOf(renewed))) {
      throw new ToolError("keychain_unreachable", `${store.name} did not keep the renewed login`);
    }
    this.#unkept = undefined;
    return renewed;
  }

  /** What is stored now of the same login. Another may be another user's: nothing of this one goes on with it. */
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

  #ended(): ToolError {
    return new ToolError(
      "not_logged_in",
      `the login ${this.parts.account} has ended`,
      `Tell the user: run ${loginCommand(this.parts.account)} again.`,
    );
  }
}
