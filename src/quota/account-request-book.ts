/** The request book of a user whose account is known: it also counts the hour that the account's users share. */
import { denial, type BookState, type Closed, type Denied } from "./request-book.ts";
import type { Reported, RequestBook } from "./request-book.ts";

export class AccountRequestBook implements RequestBook {
  /** @param account counts the requests of all users of the account on this machine. */
  constructor(
    private readonly user: RequestBook,
    private readonly account: RequestBook,
  ) {}

  async take(now: number, inFlight: number): Promise<Denied | undefined> {
    const state = await this.account.state(now);
    // The API's own report covers the account, whose other users may be on other machines.
    const isReported = (await this.user.state(now)).reported !== undefined;
    const denied = isReported ? undefined : denial(state, now, 0);
    if (denied !== undefined) return denied;
    const deniedUser = await this.user.take(now, inFlight);
    if (deniedUser !== undefined) return deniedUser;
    const deniedAccount = await this.account.take(now, 0);
    return isReported ? undefined : deniedAccount;
  }

  /** The user's state, or the account's where it leaves fewer requests. */
  async state(now: number): Promise<BookState> {
    const [user, account] = [await this.user.state(now), await this.account.state(now)];
    if (user.reported !== undefined || user.closed !== undefined) return user;
    const left = ({ allowance, counted }: BookState): number => allowance.requests - counted.count;
    return left(account) < left(user) ? account : user;
  }

  report(reported: Reported): Promise<void> {
    return this.user.report(reported);
  }

  close(closed: Closed): Promise<void> {
    return this.user.close(closed);
  }

  async clear(): Promise<void> {
    await Promise.all([this.user.clear(), this.account.clear()]);
  }
}
