import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Submission } from '../../submissions/entities/submission.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { ClaimsRepository } from '../items/claims.repository.js';
import { itemCounted } from '../counters/counter.js';
import { CountersRepository } from '../counters/counters.repository.js';
import { SyncDaysTally } from '../days/sync-days-tally.js';
import type { Transition } from './decide-transition.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { ErrorGroups } from '../failures/error-groups.js';
import { type OpenItemChange, QueueOrder } from '../groups/queue-order.js';
import { OpenItemsRepository } from '../groups/open-items.repository.js';
import { counted, type Done, eventOf, groupOf, groupsOf, moved, openAfter, type Step } from './step.js';
import { isOpen } from '../entities/sync-statuses.js';
import { keyOf, SyncRepository } from '../items/sync.repository.js';
import { targetsTaking } from '../targets/targets.js';

/** Writes the steps of queue items, each with its row in the history, inside the caller's transaction. */
@Injectable()
export class SyncQueue {
  constructor(
    private readonly items: SyncRepository,
    private readonly openItems: OpenItemsRepository,
    private readonly order: QueueOrder,
    private readonly claims: ClaimsRepository,
    private readonly errorGroups: ErrorGroups,
    private readonly counters: CountersRepository,
    private readonly days: SyncDaysTally,
    private readonly feed: ChangeFeed,
  ) {}

  /** Creates the item of a new submission, or copies what changed on the submission to its items; locks them. */
  async follow(scope: Scope, transaction: Transaction, submission: Submission): Promise<SyncItem[]> {
    const known = await this.items.lock(scope, transaction, [submission.submissionId]);
    if (known.length === 0) return [await this.create(scope, transaction, submission, '')];
    const { formType, studentId, status: submissionStatus } = submission;
    const updatedAt = nowOf(scope);
    const changes = known.map((item) => {
      const isSame =
        item.formType === formType &&
        item.studentId === studentId &&
        item.submissionStatus === submissionStatus;
      return {
        before: item,
        after: isSame ? item : { ...item, formType, studentId, submissionStatus, updatedAt },
      };
    });
    const changed = changes.filter(({ before, after }) => before !== after);
    if (changed.length === 0) return known;
    await this.items.put(
      transaction,
      changed.map(({ after }) => after),
    );
    await this.moveOpen(scope, transaction, changed);
    const queued = changed.filter(({ before }) => before.syncStatus === 'queued');
    this.counters.add(scope, transaction, queued.flatMap(itemCounted));
    return changes.map(({ after }) => after);
  }

  /**
   * The items that a review event is about. A tenant without targets has one item for each submission, or those that
   * were made when it had targets. With targets there is one for each that takes the form; missing ones are made, and
   * an item that has no target yet becomes that of a target.
   * @param items the submission's, locked
   */
  async itemsToQueue(
    scope: Scope,
    transaction: Transaction,
    submission: Submission,
    items: readonly SyncItem[],
  ): Promise<SyncItem[]> {
    const { syncTargets } = scope.tenant;
    if (syncTargets.length === 0) return [...items];
    let free = items.find(({ target }) => target === '');
    const wanted: SyncItem[] = [];
    for (const target of targetsTaking(syncTargets, submission.formType)) {
      const known = items.find((item) => item.target === target);
      const isFree = free !== undefined && (free.targetSystem === null || free.targetSystem === target);
      if (known !== undefined) wanted.push(known);
      else if (free !== undefined && isFree) {
        wanted.push(await this.assign(scope, transaction, free, target));
        free = undefined;
      } else wanted.push(await this.create(scope, transaction, submission, target));
    }
    return wanted;
  }

  /** Gives an item that has no target to one. */
  async assign(scope: Scope, transaction: Transaction, before: SyncItem, target: string): Promise<SyncItem> {
    const named = { ...before, target, targetSystem: target };
    const [after = named] = await this.errorGroups.assign(scope, transaction, [named]);
    await this.items.assign(scope, transaction, after);
    await this.claims.assign(scope, transaction, before, target);
    await this.moveOpen(scope, transaction, [{ before, after }]);
    this.counters.add(scope, transaction, itemCounted({ before, after }));
    this.days.add(scope, transaction, [{ before, after }]);
    return after;
  }

  /** Creates the item of a submission for a target; blank for a tenant without targets. */
  async create(
    scope: Scope,
    transaction: Transaction,
    submission: Pick<Submission, 'submissionId' | 'formType' | 'studentId' | 'status'>,
    target: string,
  ): Promise<SyncItem> {
    const now = nowOf(scope);
    const item: SyncItem = {
      tenantId: scope.tenantId,
      submissionId: submission.submissionId,
      target,
      formType: submission.formType,
      studentId: submission.studentId,
      submissionStatus: submission.status,
      syncStatus: 'not_queued',
      targetSystem: target === '' ? null : target,
      lastError: null,
      blocked: false,
      errorGroup: null,
      attempts: 0,
      queuedAt: null,
      lastTransitionAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.items.put(transaction, [item]);
    this.counters.add(scope, transaction, itemCounted({ after: item }));
    return item;
  }

  /** @param item locked in this transaction */
  async apply(
    scope: Scope,
    transaction: Transaction,
    item: SyncItem,
    transition: Transition,
  ): Promise<SyncItem> {
    const [done] = await this.applyAll(scope, transaction, [{ item, transition }]);
    return done?.item ?? item;
  }

  /**
   * Makes several steps at once, at most one for each item.
   * @param isStill leaves out a step whose open item is not as the caller believes
   * @returns the steps that were made
   */
  async applyAll(
    scope: Scope,
    transaction: Transaction,
    steps: readonly Step[],
    isStill: (open: OpenItem | undefined) => boolean = () => true,
  ): Promise<Done[]> {
    if (steps.length === 0) return [];
    const at = nowOf(scope);
    const all = steps.map((step) => ({ step, item: moved(step, at) }));
    await this.openItems.lockGroups(scope, transaction, all.flatMap(groupsOf));
    const open = await this.openOf(scope, transaction, steps);
    const wanted = all.filter(({ step }) => isStill(open.get(keyOf(step.item))));
    const items = await this.errorGroups.assign(
      scope,
      transaction,
      wanted.map(({ item }) => item),
    );
    const made = wanted.map(({ step, item }, index) => ({ step, item: items[index] ?? item }));
    await this.write(scope, transaction, made, at);
    await this.endLeases(scope, transaction, made, open, at);
    const changes = made.map(({ step, item }) => {
      const before = open.get(keyOf(item));
      return { before, after: openAfter(step, item, before) };
    });
    await this.order.change(scope, transaction, changes);
    this.counters.add(scope, transaction, made.flatMap(counted));
    this.days.add(
      scope,
      transaction,
      made.map(({ step, item: after }) => ({ before: step.item, after })),
      at,
    );
    return made;
  }

  /**
   * Takes the items of these submissions out of the queue and deletes them; leases that are out end. Rows that only
   * name an item, such as its history, stay.
   */
  async remove(scope: Scope, transaction: Transaction, submissionIds: readonly string[]): Promise<void> {
    const items = await this.items.lock(scope, transaction, submissionIds);
    if (items.length === 0) return;
    await this.openItems.lockGroups(scope, transaction, items.map(groupOf));
    const open = await this.openItems.find(scope, transaction, submissionIds);
    const leases = open.flatMap(({ claimId }) =>
      claimId === null ? [] : [{ claimId, outcome: 'withdrawn' as const, endedAt: nowOf(scope) }],
    );
    await this.claims.end(scope, transaction, leases);
    const changes = open.map((before) => ({ before, after: undefined }));
    await this.order.change(scope, transaction, changes);
    await this.items.delete(scope, transaction, submissionIds);
    const counts = items.flatMap((before) => itemCounted({ before }));
    this.counters.add(scope, transaction, counts);
    this.days.add(
      scope,
      transaction,
      items.map((before) => ({ before })),
    );
  }

  private async write(
    scope: Scope,
    transaction: Transaction,
    made: readonly Done[],
    at: Date,
  ): Promise<void> {
    await this.items.put(
      transaction,
      made.map(({ item }) => item),
    );
    this.feed.add(scope, transaction, made.map(eventOf));
    await this.items.addTransitions(
      transaction,
      made.map(({ step: { item, transition, by = scope } }) => ({
        tenantId: scope.tenantId,
        submissionId: item.submissionId,
        target: item.target,
        from: item.syncStatus,
        to: transition.to,
        cause: transition.cause,
        targetSystem: transition.targetSystem,
        lastError: transition.lastError,
        actor: by.actor,
        requestId: by.requestId,
        at,
      })),
    );
  }

  /** Any step ends the lease that is out. */
  private async endLeases(
    scope: Scope,
    transaction: Transaction,
    made: readonly Done[],
    open: ReadonlyMap<string, OpenItem>,
    endedAt: Date,
  ): Promise<void> {
    const ended = made.flatMap(({ step: { item, outcome = 'withdrawn', report } }) => {
      const claimId = open.get(keyOf(item))?.claimId ?? null;
      return claimId === null ? [] : [{ claimId, outcome: report?.outcome ?? outcome, endedAt }];
    });
    await this.claims.end(scope, transaction, ended);
  }

  /** Items that change their student, form type or target keep their position, within another group. */
  private async moveOpen(
    scope: Scope,
    transaction: Transaction,
    items: readonly { readonly before: SyncItem; readonly after: SyncItem }[],
  ): Promise<void> {
    const moving = items.filter(({ before }) => isOpen(before.syncStatus));
    if (moving.length === 0) return;
    const groups = moving.flatMap(({ before, after }) => [groupOf(before), groupOf(after)]);
    await this.openItems.lockGroups(scope, transaction, groups);
    const ids = moving.map(({ before }) => before.submissionId);
    const rows = await this.openItems.find(scope, transaction, ids);
    const open = new Map(rows.map((row) => [keyOf(row), row]));
    const changes = moving.map(({ before: item, after: { target, formType, ...after } }): OpenItemChange => {
      const before = open.get(keyOf(item));
      if (before === undefined) return { before, after: undefined };
      return { before, after: { ...before, target, formType, ...groupOf(after) } };
    });
    await this.order.change(scope, transaction, changes);
  }

  private async openOf(
    scope: Scope,
    transaction: Transaction,
    steps: readonly Step[],
  ): Promise<Map<string, OpenItem>> {
    const ids = [...new Set(steps.map(({ item }) => item.submissionId))];
    const rows = await this.openItems.find(scope, transaction, ids);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }
}
