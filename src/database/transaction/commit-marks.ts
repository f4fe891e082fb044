import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { NOW_MS } from './leases.js';
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

const DAY_MS = 86_400_000;

/**
 * Replaces the mark only where it is there as it was acknowledged: a proxy may lead the same connection to a server
 * that lacks it, and what is committed there must not hide that.
 */
const MARK =
  `INSERT INTO \`commit_marks\` (\`process\`, \`connection\`, \`number\`, \`at\`) VALUES (?, ?, ?, ${NOW_MS}) ` +
  'ON DUPLICATE KEY UPDATE `at` = IF(`number` >= ?, VALUES(`at`), `at`), `number` = IF(`number` >= ?, ?, `number`)';

interface MarkedConnection {
  readonly connection: number;
  /** The number of its last commit, and of the last one that was acknowledged. */
  last: number;
  acknowledged: number;
  /** When it was last used, in milliseconds since 1970. */
  at: number;
}

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
  /** Milliseconds since 1970, by the clock of this process. */
  readonly startedAt = Date.now();
  private readonly connections = new WeakMap<object, MarkedConnection>();
  /** Connections whose marks were lost: what they commit further has marks of another connection. */
  private readonly ended = new Set<number>();
  private made = 0;
  private readonly taken = new WeakMap<Transaction, TakenStamp[]>();
  private acknowledged: AcknowledgedCommit[] = [];
  private hasDropped = false;

  /** The acknowledged commits that are remembered, the latest last. */
  get remembered(): readonly AcknowledgedCommit[] {
    return this.acknowledged;
  }

  /** Whether there were commits before those, for which there was no room. */
  get hasForgotten(): boolean {
    return this.hasDropped;
  }

  /** Lets the transaction leave its mark in its COMMIT, if it writes anything. */
  mark(transaction: Transaction): void {
    transaction.beforeCommit(async () => {
      if (transaction.hasWritten) await this.leave(transaction);
    }, 'mark');
  }

  /** Lets the transaction leave its mark as the next that it writes. */
  async leave(transaction: Transaction): Promise<LeftMark> {
    const known = this.marked(await transaction.connection());
    const { connection, acknowledged } = known;
    const number = (known.last += 1);
    const anew = acknowledged === 0 ? number : 0;
    const values = [this.process, connection, anew, acknowledged, acknowledged, number];
    await transaction.write(MARK, values);
    transaction.onCommit(() => {
      known.acknowledged = number;
      if (this.ended.has(connection)) return;
      this.remember({ connection, number, at: Date.now(), stamps: this.taken.get(transaction) ?? [] });
    });
    return { connection, number };
  }

  /** Notes which stamp the server has given the transaction; it counts once the transaction is committed. */
  stamped(transaction: Transaction, stamp: TakenStamp): void {
    this.taken.set(transaction, [...(this.taken.get(transaction) ?? []), stamp]);
  }

  /** Forgets lost commits, and what was committed on their connections since: what became of them is known. */
  forget(commits: readonly AcknowledgedCommit[]): void {
    const firstLost = new Map<number, number>();
    for (const { connection, number } of commits) {
      this.ended.add(connection);
      firstLost.set(connection, Math.min(number, firstLost.get(connection) ?? Infinity));
    }
    this.acknowledged = this.acknowledged.filter(
      ({ connection, number }) => number < (firstLost.get(connection) ?? Infinity),
    );
  }

  private remember(commit: AcknowledgedCommit): void {
    this.acknowledged.push(commit);
    if (this.acknowledged.length < 2 * MOST_REMEMBERED) return;
    this.hasDropped = true;
    this.acknowledged = this.acknowledged.slice(-MOST_REMEMBERED);
  }

  /** A connection that was not used for a day begins anew, as its mark may have been swept. */
  private marked(of: object): MarkedConnection {
    const now = Date.now();
    let known = this.connections.get(of);
    if (known === undefined || this.ended.has(known.connection) || Math.abs(now - known.at) > DAY_MS)
      known = { connection: (this.made += 1), last: 0, acknowledged: 0, at: now };
    known.at = now;
    this.connections.set(of, known);
    return known;
  }
}
