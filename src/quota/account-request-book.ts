/** The request book of a user whose account is known: it also counts the hour that the account's users share. */
import {
  accountReport,
  denial,
  smallerState,
  type BookState,
  type Closed,
  type Denied,
} from "./request-book.ts";
import type { Reported, RequestBook } from "./request-book.ts";

export class AccountRequestBook implements RequestBook {
  /** @param account counts the requests of all users of the account on this machine. */
  constructor(
    private readonly user: RequestBook,
    private readonly account: RequestBook,
  ) {}

  async take(now: number, inFlight: number): Promise<Denied | undefined> {
    const denied =
      denial(await this.account.state(now), now, 0) ?? (await this.user.take(now, inFlight));
    // Another process may have taken the account's last request at the same time.
    return denied ?? this.account.take(now, 0);
  }

  async state(now: number): Promise<BookState> {
    return smallerState(await this.user.state(now), await this.account.state(now));
  }

  async report(reported: Reported): Promise<void> {
    await this.user.report(reported);
    await this.account.report(accountReport(reported));
  }

  close(closed: Closed): Promise<void> {
    return this.user.close(closed);
  }

  async clear(): Promise<void> {
    await Promise.all([this.user.clear(), this.account.clear()]);
  }
}
