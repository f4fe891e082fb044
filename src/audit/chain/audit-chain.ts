import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AuditEvent } from '../audit-event.entity.js';
import { AuditPeopleService, digestsOf } from '../people/audit-people.service.js';
import { ChainRepository, type ChainedEntry } from './chain.repository.js';
import { foldedDigest } from './entry-hash.js';
import { HeadsRepository } from './heads.repository.js';

type Tenant = Pick<Scope, 'tenantId'>;

/** The action of the entry that records a {@link Removed}. */
export const ENTRIES_REMOVED = 'audit.entries-removed';

/** An entry before it has its place. */
export type NewEntry = Omit<AuditEvent, 'id' | 'people' | 'position' | 'chainOffset' | 'hashedId' | 'hash'>;

/** The entries of each transaction that is under way, by tenant. */
type Waiting = Map<string, NewEntry[]>;

/** What was removed from the old end of a chain. */
export interface Removed {
  readonly entries: number;
  /** The position of the last one. */
  readonly upTo: number;
  /** Its hash. */
  readonly hash: string;
}

/**
 * The chain of a tenant's audit entries (docs/decisions/0063-the-audit-chain.md). Entries get their place just before
 * the COMMIT, so the head of the chain is the last row that a transaction locks.
 */
@Injectable()
export class AuditChain {
  private readonly waiting = new WeakMap<Transaction, Waiting>();

  constructor(
    private readonly heads: HeadsRepository,
    private readonly entries: ChainRepository,
    private readonly people: AuditPeopleService,
  ) {}

  /** Writes the entries when the transaction commits. */
  add(transaction: Transaction, entries: readonly NewEntry[]): void {
    const waiting = this.waiting.get(transaction) ?? this.begin(transaction);
    for (const entry of entries) {
      const others = waiting.get(entry.tenantId);
      if (others === undefined) waiting.set(entry.tenantId, [entry]);
      else others.push(entry);
    }
  }

  private begin(transaction: Transaction): Waiting {
    const waiting: Waiting = new Map();
    this.waiting.set(transaction, waiting);
    transaction.beforeCommit(() => this.write(transaction, waiting), 'audit');
    return waiting;
  }

  private async write(transaction: Transaction, waiting: Waiting): Promise<void> {
    // In the same order in every transaction, as several heads are locked.
    const tenants = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1));
    const chained: [Tenant, ChainedEntry[]][] = [];
    for (const [tenantId, entries] of tenants)
      chained.push([
        { tenantId },
        inOneTransaction(await this.people.takeOut({ tenantId }, transaction, entries)),
      ]);
    for (const [scope, entries] of chained) {
      await this.heads.lockInto(scope, transaction);
      await this.entries.append(scope, transaction, entries);
      await this.heads.advance(scope, transaction, entries.length);
    }
  }

  /**
   * Removes the oldest entries that are older than `date`, about `limit` of them: those of one transaction go together.
   * The head keeps position and hash of the last one, so that the rest can be verified; the caller writes them into an
   * entry too, which proves them. It locks the head of the chain, so nothing else should be locked after it.
   * @returns undefined when none is that old
   */
  async removeBefore(
    scope: Tenant,
    transaction: Transaction,
    date: Date,
    limit: number,
  ): Promise<Removed | undefined> {
    const head = await this.heads.lock(scope, transaction);
    const cut = await this.entries.cutBefore(scope, transaction, { after: head.removed, date, limit });
    if (cut === undefined) return undefined;
    const removed = await this.entries.remove(scope, transaction, cut.position);
    await this.people.removeBoxes(scope, transaction, digestsOf(removed));
    await this.heads.noteRemoved(scope, transaction, cut);
    return { entries: cut.position - head.removed, upTo: cut.position, hash: cut.hash };
  }
}

function inOneTransaction(entries: readonly Omit<ChainedEntry, 'folded' | 'chainOffset'>[]): ChainedEntry[] {
  let folded = '';
  return entries.map((entry, chainOffset) => {
    const placed = { ...entry, chainOffset };
    folded = foldedDigest(folded, placed);
    return { ...placed, folded };
  });
}
