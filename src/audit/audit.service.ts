import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import type { AuditEvent } from './audit-event.entity.js';
import {
  actionOfAct,
  type ActRange,
  type AuditFilter,
  AuditRepository,
  type AuditRange,
  type ChangeOfSettings,
} from './audit.repository.js';
import { AuditChain, ENTRIES_REMOVED, type Removed } from './chain/audit-chain.js';
import { AuditPeopleService } from './people/audit-people.service.js';

/** What was done; the scope says who did it, when and from where. */
export interface AuditEntry {
  readonly action: string;
  readonly target: string;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  /** When it differs from that of the scope. */
  readonly requestId?: string;
}

/** An entry as it is read: with the people that it names, and without its place in the chain. */
export type ReadEvent = Omit<AuditEvent, 'people' | 'position' | 'chainOffset' | 'hashedId' | 'hash'>;

/** So many entries about the tenant are read to find those about settings. */
const ENTRIES_SEEN = 500;
/** Entries whose `after` has settings that an administrator has set, or has found right. */
const SET_OR_CONFIRMED = ['settings.changed', 'first-steps.checked'];

/** JSON as the database returns it, so that what is hashed now is what is hashed later. */
function asStored(values: Record<string, unknown> | null): Record<string, unknown> | null {
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown> | null;
}

/** Entries of one action beside each other, so that those of an act are. */
function inActs(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const byAction = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const same = byAction.get(entry.action);
    if (same === undefined) byAction.set(entry.action, [entry]);
    else same.push(entry);
  }
  return byAction.size < 2 ? entries : [...byAction.values()].flat();
}

/** The log of administrative actions and of every change of a user's status or role. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly chain: AuditChain,
    private readonly people: AuditPeopleService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Writes entries in the caller's transaction, so that an action and its entries are committed together: just before
   * the COMMIT. They must not be read in the same transaction.
   * @param transaction a new one when omitted
   */
  async record(scope: Scope, entries: readonly AuditEntry[], transaction?: Transaction): Promise<void> {
    if (entries.length === 0) return;
    if (transaction === undefined) {
      await this.unitOfWork.run((own) => this.record(scope, entries, own));
      return;
    }
    const { tenantId, actor, address, act, run = null } = scope;
    const at = nowOf(scope);
    const sizes = new Map<string, number>();
    for (const { action } of entries) sizes.set(action, (sizes.get(action) ?? 0) + 1);
    // The first entry of each action takes its size, and leaves 0 for the others.
    const actEntriesOf = (action: string): number => {
      const size = sizes.get(action) ?? 0;
      sizes.set(action, 0);
      return size === 0 || act?.begins(transaction, action) === false ? 0 : size;
    };
    this.chain.add(
      transaction,
      inActs(entries).map(({ action, target, before = null, after = null, requestId = scope.requestId }) => ({
        tenantId,
        at,
        actor,
        action,
        target,
        before: asStored(before),
        after: asStored(after),
        address: address ?? null,
        requestId,
        run,
        act: act?.id ?? null,
        actEntries: actEntriesOf(action),
      })),
    );
  }

  /** How many entries {@link removeBefore} would remove; it looks at no more than so many. */
  countBefore(scope: Scope, date: Date, most: number): Promise<number> {
    return this.events.countBefore(scope, date, most);
  }

  /**
   * Removes the oldest entries of the tenant that are older than `date`, about `limit` of them, and records which:
   * `audit.entries-removed`. Entries of one transaction go together. What remains can still be verified: a removal that
   * no entry of the chain records is a fault. Call it in a transaction of its own, again until it returns undefined.
   * @returns how many were removed; undefined when none is that old
   */
  async removeBefore(
    scope: Scope,
    transaction: Transaction,
    date: Date,
    limit: number,
  ): Promise<Pick<Removed, 'entries' | 'upTo'> | undefined> {
    const removed = await this.chain.removeBefore(scope, transaction, date, limit);
    if (removed === undefined) return undefined;
    const after = { ...removed, before: date.toISOString() };
    const target = `tenant:${scope.tenantId}`;
    await this.record(scope, [{ action: ENTRIES_REMOVED, target, after }], transaction);
    const { entries, upTo } = removed;
    return { entries, upTo };
  }

  /**
   * The entries of an act, the first one included, in the order in which they were written.
   * @param first the first entry of the act
   */
  async entriesOfAct(scope: Scope, first: ReadEvent, range: ActRange): Promise<ReadEvent[]> {
    return this.presented(scope, await this.events.entriesOfAct(scope, first, range));
  }

  /**
   * When each setting was changed or confirmed first, by its name; of the first 500 entries about the tenant.
   */
  async firstSettings(scope: Pick<Scope, 'tenantId'>): Promise<ReadonlyMap<string, Date>> {
    const found = new Map<string, Date>();
    for (const { at, after } of await this.events.settingsChanges(
      scope,
      'ASC',
      ENTRIES_SEEN,
      SET_OR_CONFIRMED,
    ))
      for (const name of Object.keys(after ?? {})) if (!found.has(name)) found.set(name, at);
    return found;
  }

  /** The changes of settings among the last 500 entries about the tenant, the latest first. */
  lastSettings(scope: Pick<Scope, 'tenantId'>): Promise<ChangeOfSettings[]> {
    return this.events.settingsChanges(scope, 'DESC', ENTRIES_SEEN, ['settings.changed']);
  }

  /** Undefined when the tenant has no such entry. */
  async find(scope: Scope, id: number): Promise<ReadEvent | undefined> {
    const found = await this.events.find(scope, id);
    return found === undefined ? undefined : (await this.presented(scope, [found]))[0];
  }

  /** Every entry that the filter leaves, the latest first, read while they are taken. */
  async *all(scope: Scope, filter: AuditFilter): AsyncGenerator<ReadEvent[]> {
    for await (const rows of this.events.all(scope, filter)) yield await this.presented(scope, rows);
  }

  async list(
    scope: Scope,
    filter: AuditFilter,
    range: AuditRange,
  ): Promise<{ rows: ReadEvent[]; total: number }> {
    const { rows, total } = await this.events.list(scope, filter, range);
    return { rows: await this.presented(scope, rows), total };
  }

  private async presented(scope: Scope, rows: readonly AuditEvent[]): Promise<ReadEvent[]> {
    const entries = await this.people.putBack(scope, rows);
    const acts = rows.flatMap(({ act, actEntries }) => (act !== null && actEntries > 0 ? act : []));
    const sizes = await this.events.sizesOfActs(scope, [...new Set(acts)]);
    return entries.map(({ id, tenantId, at, actor, action, target, before, after, ...more }) => {
      const { address, requestId, run, act, actEntries } = more;
      const what = { id, tenantId, at, actor, action, target, before, after };
      const size = actEntries === 0 ? 0 : (sizes.get(actionOfAct({ act, action })) ?? actEntries);
      return { ...what, address, requestId, run, act, actEntries: size };
    });
  }
}
