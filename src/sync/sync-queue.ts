import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import type { Submission } from '../submissions/entities/submission.entity.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/tenant-clock.js';
import { ClaimsRepository } from './claims/claims.repository.js';
import { ConnectorsRepository } from './connectors/connectors.repository.js';
import type { Transition } from './decide-transition.js';
import type { OpenItem } from './entities/open-item.entity.js';
import type { SyncItem } from './entities/sync-item.entity.js';
import { Failures } from './failures/failures.js';
import { OpenItems, type PlaceChange } from './groups/open-items.js';
import { OpenItemsRepository } from './groups/open-items.repository.js';
import { type Done, groupOf, groupsOf, moved, placeAfter, type Step } from './step.js';
import { isOpen } from './sync-statuses.js';
import { keyOf, SyncRepository } from './sync.repository.js';
import { targetsTaking } from './targets/targets.js';

/** Writes the steps of queue items, each with its row in the history, inside the caller's transaction. */
@Injectable()
export class SyncQueue {
  constructor(
    private readonly items: SyncRepository,
    private readonly openItems: OpenItemsRepository,
    private readonly places: OpenItems,
    private readonly claims: ClaimsRepository,
    private readonly connectors: ConnectorsRepository,
    private readonly failures: Failures,
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
    await this.movePlaces(scope, transaction, changed);
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
    const after = { ...before, target, targetSystem: target };
    await this.items.assign(scope, transaction, before, target);
    await this.claims.assign(scope, transaction, before, target);
    const failures = await this.failures.plan(scope, transaction, [{ before, after }]);
    await this.movePlaces(scope, transaction, [{ before, after }]);
    await this.failures.write(scope, transaction, failures);
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
      attempts: 0,
      queuedAt: null,
      lastTransitionAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.items.put(transaction, [item]);
    await this.items.count(scope, transaction, [{ from: undefined, to: item.syncStatus }]);
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
   * @param isStill leaves out a step whose item has another place than the caller believes
   * @returns the steps that were made
   */
  async applyAll(
    scope: Scope,
    transaction: Transaction,
    steps: readonly Step[],
    isStill: (place: OpenItem | undefined) => boolean = () => true,
  ): Promise<Done[]> {
    if (steps.length === 0) return [];
    const at = nowOf(scope);
    const all = steps.map((step) => ({ step, item: moved(step, at) }));
    await this.openItems.lockGroups(scope, transaction, all.flatMap(groupsOf));
    const places = await this.placesOf(scope, transaction, steps);
    const made = all.filter(({ step }) => isStill(places.get(keyOf(step.item))));
    const failures = await this.failures.plan(
      scope,
      transaction,
      made.map(({ step, item }) => ({ before: step.item, after: item })),
    );
    await this.write(scope, transaction, made, at);
    const changes = made.map(({ step, item }) => {
      const before = places.get(keyOf(item));
      return { before, after: placeAfter(step, item, before) };
    });
    const ended = await this.endLeases(scope, transaction, made, places, at);
    await this.places.change(scope, transaction, changes);
    await this.items.count(
      scope,
      transaction,
      made.map(({ step, item }) => ({ from: step.item.syncStatus, to: item.syncStatus })),
    );
    await this.failures.write(scope, transaction, failures);
    await this.connectors.countEnded(scope, transaction, ended);
    return made;
  }

  /**
   * Takes the items of these submissions out of the queue and deletes them; leases that are out end, and what
   * connectors said about these items alone is forgotten. Rows that only name an item, such as its history, stay.
   */
  async remove(scope: Scope, transaction: Transaction, submissionIds: readonly string[]): Promise<void> {
    const items = await this.items.lock(scope, transaction, submissionIds);
    await this.failures.forgetTextsOf(scope, transaction, submissionIds);
    if (items.length === 0) return;
    await this.openItems.lockGroups(scope, transaction, items.map(groupOf));
    const places = await this.openItems.find(scope, transaction, submissionIds);
    const failures = await this.failures.plan(
      scope,
      transaction,
      items.map((item) => ({ before: item, after: { ...item, syncStatus: 'not_queued' as const } })),
    );
    const leases = places.flatMap(({ claimId }) =>
      claimId === null ? [] : [{ claimId, outcome: 'withdrawn' as const, endedAt: nowOf(scope) }],
    );
    await this.claims.end(scope, transaction, leases);
    await this.places.change(
      scope,
      transaction,
      places.map((before) => ({ before, after: undefined })),
    );
    await this.items.delete(scope, transaction, submissionIds);
    await this.items.count(
      scope,
      transaction,
      items.map(({ syncStatus }) => ({ from: syncStatus, to: undefined })),
    );
    await this.failures.write(scope, transaction, failures);
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

  /**
   * Any step ends the lease that is out.
   * @returns the claims whose connector reported what became of the item
   */
  private async endLeases(
    scope: Scope,
    transaction: Transaction,
    made: readonly Done[],
    places: ReadonlyMap<string, OpenItem>,
    endedAt: Date,
  ): Promise<string[]> {
    const ended = made.flatMap(({ step }) => {
      const claimId = places.get(keyOf(step.item))?.claimId ?? null;
      return claimId === null ? [] : [{ claimId, outcome: step.outcome ?? 'withdrawn', endedAt }];
    });
    await this.claims.end(scope, transaction, ended);
    const reported = ended.filter(({ outcome }) => outcome === 'sent' || outcome === 'failed');
    return reported.map(({ claimId }) => claimId);
  }

  /** Items that change their student, form type or target keep their place in the order, within another group. */
  private async movePlaces(
    scope: Scope,
    transaction: Transaction,
    items: readonly { readonly before: SyncItem; readonly after: SyncItem }[],
  ): Promise<void> {
    const open = items.filter(({ before }) => isOpen(before.syncStatus));
    if (open.length === 0) return;
    const groups = open.flatMap(({ before, after }) => [groupOf(before), groupOf(after)]);
    await this.openItems.lockGroups(scope, transaction, groups);
    const ids = open.map(({ before }) => before.submissionId);
    const rows = await this.openItems.find(scope, transaction, ids);
    const places = new Map(rows.map((row) => [keyOf(row), row]));
    const changes = open.map(({ before: item, after: { target, formType, ...after } }): PlaceChange => {
      const before = places.get(keyOf(item));
      if (before === undefined) return { before, after: undefined };
      return { before, after: { ...before, target, formType, ...groupOf(after) } };
    });
    await this.places.change(scope, transaction, changes);
  }

  private async placesOf(
    scope: Scope,
    transaction: Transaction,
    steps: readonly Step[],
  ): Promise<Map<string, OpenItem>> {
    const ids = [...new Set(steps.map(({ item }) => item.submissionId))];
    const rows = await this.openItems.find(scope, transaction, ids);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }
}
