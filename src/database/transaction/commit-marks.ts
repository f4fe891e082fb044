import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Transaction } from './transaction.js';

/** A stamp of a tenant that a transaction has taken. */
export interface TakenStamp {
  readonly tenantId: string;
  readonly stamp: number;
}

/** Which commit of a connection of this process it is, both counted from 1. */
export interface LeftMark {
  readonly connection: number;
  readonly number: number;
}

/** A commit that the server has acknowledged to this process. */
export interface AcknowledgedCommit extends LeftMark {
  /** Milliseconds since 1970, by the clock of this process. */
  readonly at: number;
  readonly stamps: readonly TakenStamp[];
}

/** Some 20 seconds of the fastest posts, and 3 MB. */
const MOST_REMEMBERED = 20_000;

const MARK =
  'INSERT INTO `commit_marks` (`process`, `connection`, `number`, `at`) VALUES (?, ?, ?, ?) ' +
  'ON DUPLICATE KEY UPDATE `number` = VALUES(`number`), `at` = VALUES(`at`)';

/**
 * Leaves a mark in each transaction that writes, and remembers those that the server has acknowledged. A mark that is
 * missing later, or an older one in its place, shows that the server has lost commits. Each connection has a row of its
 * own, so that no transaction waits for it, and a new connection, which may be to another server, does not replace the
 * mark of the one before.
 */
@Injectable()
export class CommitMarks {
  /** Distinguishes this process from all others, and from those before it. */
  readonly process = randomBytes(8).toString('hex');
  private readonly connections = new WeakMap<object, { readonly connection: number; last: number }>();
  private made = 0;
  private readonly taken = new WeakMap<Transaction, TakenStamp[]>();
  private acknowledged: AcknowledgedCommit[] = [];
  private dropped = 0;

  /** The acknowledged commits that are remembered, the latest last. */
  get remembered(): readonly AcknowledgedCommit[] {
    return this.acknowledged;
  }

  /** Commits up to this moment are not remembered, for want of room; 0 when there was room for all. */
  get forgottenBefore(): number {
    return this.dropped;
  }

  /** Lets the transaction leave its mark in its COMMIT, if it writes anything. */
  mark(transaction: Transaction): void {
    transaction.beforeCommit(async () => {
      if (transaction.hasWritten) await this.leave(transaction);
    }, 'mark');
  }

  /** Lets the transaction leave its mark as the next that it writes. */
  async leave(transaction: Transaction): Promise<LeftMark> {
    const mark = this.next(await transaction.connection());
    await transaction.write(MARK, [this.process, mark.connection, mark.number, Date.now()]);
    transaction.onCommit(() => {
      this.remember({ ...mark, at: Date.now(), stamps: this.taken.get(transaction) ?? [] });
    });
    return mark;
  }

  /** Notes which stamp the server has given the transaction; it counts once the transaction is committed. */
  stamped(transaction: Transaction, stamp: TakenStamp): void {
    this.taken.set(transaction, [...(this.taken.get(transaction) ?? []), stamp]);
  }

  /** Forgets commits: what became of them is known. */
  forget(commits: ReadonlySet<AcknowledgedCommit>): void {
    this.acknowledged = this.acknowledged.filter((commit) => !commits.has(commit));
  }

  private remember(commit: AcknowledgedCommit): void {
    this.acknowledged.push(commit);
    if (this.acknowledged.length < 2 * MOST_REMEMBERED) return;
    this.dropped = this.acknowledged.at(-MOST_REMEMBERED - 1)?.at ?? 0;
    this.acknowledged = this.acknowledged.slice(-MOST_REMEMBERED);
  }

  private next(of: object): LeftMark {
    let known = this.connections.get(of);
    if (known === undefined) this.connections.set(of, (known = { connection: (this.made += 1), last: 0 }));
    return { connection: known.connection, number: (known.last += 1) };
  }
}
