/** The request book of a user whose account is known: it also counts the hour that the account's users share. */
import * as book from "./request-book.ts";

export class AccountRequestBook implements book.RequestBook {
  /** @param account counts the requests of all users of the account on this machine. */
  constructor(
    private readonly user: book.RequestBook,
    private readonly account: book.RequestBook,
  ) {}

  async take(callers: readonly string[], now: number, inFlight: number): Promise<book.Taken> {
    const denied = book.denial(await this.account.state(now), now, 0);
    if (denied !== undefined) return { denied };
    const taken = await this.user.take(callers, now, inFlight);
    if (taken.denied !== undefined) return taken;
    // Another process may have taken the account's last request at the same time.
    const late = await this.account.take([], now, 0);
    return late.denied === undefined ? taken : late;
  }

  async state(now: number): Promise<book.BookState> {
    return book.smallerState(await this.user.state(now), await this.account.state(now));
  }

  async report(reported: book.Reported): Promise<void> {
    await this.user.report(reported);
    await this.account.report(book.accountReport(reported));
  }

  close(closed: book.Closed): Promise<void> {
    return this.user.close(closed);
  }

  async clear(): Promise<void> {
    await Promise.all([this.user.clear(), this.account.clear()]);
  }
}
