import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { DataContended, ValidationFailed } from '../../errors/request.errors.js';
import {
  ConflictChanged,
  ConflictForgotten,
  ConflictNotFound,
  ConflictNotOpen,
} from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { overwritten } from '../../users/model/fields/former-values.js';
import type { QuestionKind, SentPerson } from '../../users/model/outcome.js';
import type { User } from '../../users/model/user.entity.js';
import { Batch, BatchAbandoned } from '../../users/batch/batch.js';
import { ProvisioningService } from '../../users/provisioning/provisioning.service.js';
import { OutcomeAccount } from '../../users/statistics/outcome-account.js';
import { type AppliedChanges, AppliedRows, netChanges } from './applied-rows.js';
import { DecisionBatch, type DecisionSteps } from './decision-batch.js';
import { DecisionWriter } from './decision-writer.js';
import { changedSince, type Identity, identityOf } from './identity.js';
import type { Effect, IdentityConflictEntry, Seen } from './identity-conflict.entity.js';
import { type Decision, DECISIONS } from './decision.js';
import { type ConflictFilter, type ConflictRange, ConflictsRepository } from './conflicts.repository.js';
import { decisionsOn, isDecidable, offeredOn, rowsBack, rowsOf } from './rows-of-decision.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** A conflict after a call, and whether an earlier call had done the same. */
export interface Settled {
  readonly conflict: IdentityConflictEntry;
  readonly isRepeated: boolean;
}

/** The conflict is not as it was when the rows of the decision were worked out. */
class StaleConflict extends Error {}

/** The people are not as they were when the administrator looked at the conflict. */
class Unseen extends Error {
  /** @param seen how they are now */
  constructor(
    readonly fields: readonly string[],
    readonly seen: Seen,
  ) {
    super('The people of a conflict have changed');
  }
}

const ATTEMPTS = 10;

/** The people of a conflict as they are now; one who is not stored any more as they were. */
function seenNow({ user, owner }: Seen, people: ReadonlyMap<string, User>): Pick<Seen, 'user' | 'owner'> {
  const now = (one: Identity): Identity => {
    const stored = people.get(one.id);
    return stored === undefined ? one : identityOf(stored);
  };
  return { user: now(user), owner: owner === null ? null : now(owner) };
}

/** The people of these effects who are not as the decision left them. */
function changedAfter(effects: readonly Effect[], people: ReadonlyMap<string, User>): string[] {
  return effects.flatMap(({ userId, isNew, fields }) => {
    const user = people.get(userId);
    if (user === undefined) return [userId];
    if (isNew) return user.updatedAt > user.createdAt ? [userId] : [];
    return overwritten(user, fields);
  });
}

/** The inbox of what matching cannot decide alone, and the decisions of administrators (docs/decisions/0049). */
@Injectable()
export class ConflictsService {
  private readonly totals = new Map<Decision, number>(DECISIONS.map((decision) => [decision, 0]));

  constructor(
    private readonly conflicts: ConflictsRepository,
    private readonly writer: DecisionWriter,
    private readonly applied: AppliedRows,
    private readonly people: UserLookup,
    private readonly provisioning: ProvisioningService,
    private readonly account: OutcomeAccount,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** How many conflicts of universities were decided since the process started. */
  get decided(): ReadonlyMap<Decision, number> {
    return this.totals;
  }

  page(
    scope: Scope,
    filter: ConflictFilter,
    range: ConflictRange,
  ): Promise<{ rows: IdentityConflictEntry[]; total: number }> {
    return this.conflicts.page(scope, filter, range);
  }

  /** @throws {ConflictNotFound} when the tenant has no conflict with this id */
  async get(scope: Scope, id: string): Promise<IdentityConflictEntry> {
    const conflict = await this.conflicts.find(scope, id);
    if (conflict === undefined) throw new ConflictNotFound();
    return conflict;
  }

  /** What the rows of a conflict have changed nevertheless, up to now; null where none was applied. */
  changesOf(scope: Scope, conflict: IdentityConflictEntry): Promise<AppliedChanges | null> {
    return this.applied.changes(scope, this.unitOfWork.single, conflict);
  }

  /** What has changed of a user whose row was applied nevertheless since the user was seen last. */
  async unseenOf(scope: Scope, conflict: IdentityConflictEntry): Promise<readonly FieldChange[]> {
    const entries = await this.applied.unseen(scope, this.unitOfWork.single, conflict);
    return netChanges(entries.flatMap(({ fields }) => fields ?? []));
  }

  /** How many conflicts of the tenant are open, counted up to `most`. */
  openCount(scope: Scope, most: number): Promise<number> {
    return this.conflicts.openCount(scope, most);
  }

  /** How many conflicts of all tenants are open, by kind. */
  openOfAll(): Promise<Map<QuestionKind, number>> {
    return this.conflicts.openOfAll();
  }

  /**
   * Decides an open conflict, and provisions what follows from it. One that was decided before is returned as it is.
   * @throws {ValidationFailed} when the decision is not offered for this kind of conflict
   * @throws {ConflictChanged} when a person is not as they were when the question was asked last; the next decision is
   * about them as they are now
   * @throws {ConflictNotOpen} when a decision was taken back and the question was not asked since
   * @throws {ConflictForgotten} when the decision needs what was sent, which is kept no longer
   * @throws {OwnerIsActive} when the decision takes an address or a number from a user who is active
   * @throws {Refusal} why the row that was sent last cannot be applied; nothing is decided then
   */
  async decide(scope: Scope, id: string, decision: Decision, note: string | null): Promise<Settled> {
    const settled = await this.settle(scope, id, 'decided', (conflict) =>
      this.planDecision(scope, conflict, decision, note),
    );
    if (!settled.isRepeated && !isSandboxId(scope.tenantId))
      this.totals.set(decision, (this.totals.get(decision) ?? 0) + 1);
    return settled;
  }

  /**
   * Takes a decision back: what it changed is put back, and matching forgets it. Taking back twice changes nothing.
   * @throws {ConflictNotOpen} when the conflict is not decided
   * @throws {ConflictChanged} when what the decision changed has changed since
   */
  undo(scope: Scope, id: string): Promise<Settled> {
    return this.settle(scope, id, 'taken_back', (conflict) => this.planUndo(scope, conflict));
  }

  private async settle(
    scope: Scope,
    id: string,
    wanted: 'decided' | 'taken_back',
    plan: (conflict: IdentityConflictEntry) => Promise<{ rows: SentPerson[]; steps: DecisionSteps }>,
  ): Promise<Settled> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const conflict = await this.get(scope, id);
      if (conflict.status === wanted) return { conflict, isRepeated: true };
      try {
        const { rows, steps } = await plan(conflict);
        await this.apply(scope, rows, steps);
        return { conflict: await this.get(scope, id), isRepeated: false };
      } catch (error) {
        if (error instanceof Unseen) {
          await this.conflicts.see(scope, conflict, error.seen);
          throw new ConflictChanged(error.fields);
        }
        if (!(error instanceof StaleConflict)) throw error;
      }
    }
    throw new DataContended();
  }

  private async planDecision(
    scope: Scope,
    conflict: IdentityConflictEntry,
    decision: Decision,
    note: string | null,
  ): Promise<{ rows: SentPerson[]; steps: DecisionSteps }> {
    const { kind } = conflict;
    const offered = decisionsOn(kind);
    if (!offered.includes(decision)) {
      const rule = sentence('must be one of {values} for a conflict of the kind {kind}', {
        values: offered.join(', '),
        kind,
      });
      throw new ValidationFailed([problemIn('decision', 'isOffered', rule)]);
    }
    if (!isDecidable(conflict)) throw new ConflictNotOpen('decide');
    if (!offeredOn(conflict).includes(decision)) throw new ConflictForgotten();
    const people = decision === 'ignore' ? undefined : await this.involvedIn(scope, conflict);
    const applied = await this.applied.changes(scope, this.unitOfWork.single, conflict);
    return {
      rows: people === undefined ? [] : rowsOf(conflict, people, decision, applied),
      steps: {
        begin: (transaction) =>
          this.begin(scope, transaction, conflict, people === undefined ? [] : Object.values(people)),
        end: (transaction, locked, effects) =>
          this.writer.decided(scope, transaction, locked, { decision, note, effects }),
      },
    };
  }

  /** @throws {ConflictChanged} when a person is not stored any more */
  private async involvedIn(
    scope: Scope,
    { userId, ownerId }: IdentityConflictEntry,
  ): Promise<{ user: User; owner?: User }> {
    const ids = ownerId === null ? [userId] : [userId, ownerId];
    const found = await this.people.find(scope, this.unitOfWork.single, ids);
    const [user, owner] = ids.map((id) => found.get(id));
    if (user === undefined) throw new ConflictChanged([userId]);
    if (ownerId === null) return { user };
    if (owner === undefined) throw new ConflictChanged([ownerId]);
    return { user, owner };
  }

  private async planUndo(
    scope: Scope,
    conflict: IdentityConflictEntry,
  ): Promise<{ rows: SentPerson[]; steps: DecisionSteps }> {
    if (conflict.status !== 'decided') throw new ConflictNotOpen('take back');
    const effects = conflict.effect ?? [];
    const ids = effects.map(({ userId }) => userId);
    const people = await this.people.find(scope, this.unitOfWork.single, ids);
    const changed = changedAfter(effects, people);
    if (changed.length > 0) throw new ConflictChanged(changed);
    return {
      rows: rowsBack(effects, people),
      steps: {
        begin: async (transaction) => {
          const locked = await this.lock(scope, transaction, conflict);
          const now = changedAfter(effects, await this.people.lock(scope, transaction, ids));
          if (now.length > 0) throw new BatchAbandoned(new ConflictChanged(now));
          return locked;
        },
        end: (transaction, locked) => this.writer.takenBack(scope, transaction, locked),
      },
    };
  }

  /**
   * Locks the people, who are locked first in every transaction that changes them, and the conflict.
   * @param involved the people as they were when the rows were worked out; none where nothing is applied
   */
  private async begin(
    scope: Scope,
    transaction: Transaction,
    conflict: IdentityConflictEntry,
    involved: readonly User[],
  ): Promise<IdentityConflictEntry> {
    const userIds = involved.map(({ id }) => id);
    const people = await this.people.lock(scope, transaction, userIds);
    const locked = await this.lock(scope, transaction, conflict);
    if (involved.some(({ id, updatedAt }) => people.get(id)?.updatedAt.getTime() !== updatedAt.getTime()))
      throw new BatchAbandoned(new StaleConflict());
    const { seen } = locked;
    if (userIds.length === 0 || seen === null) return locked;
    const entries = await this.applied.unseen(scope, transaction, locked);
    const later = entries.flatMap(({ fields }) => fields ?? []);
    const changed = [
      ...[seen.user, seen.owner ?? []].flat().flatMap((one) => changedSince(one, people.get(one.id))),
      ...later.map(({ field }) => `${locked.userId}.${field}`),
    ];
    if (changed.length === 0) return locked;
    const now = { ...seenNow(seen, people), entry: entries.at(-1)?.id ?? seen.entry };
    throw new BatchAbandoned(new Unseen([...new Set(changed)], now));
  }

  private async lock(
    scope: Scope,
    transaction: Transaction,
    { id, status, count, seen }: IdentityConflictEntry,
  ): Promise<IdentityConflictEntry> {
    const locked = await this.conflicts.lock(scope, transaction, id);
    if (locked?.status !== status || locked.count !== count || !isDeepStrictEqual(locked.seen, seen))
      throw new BatchAbandoned(new StaleConflict());
    return locked;
  }

  /** A decision without rows, such as `ignore`, needs no batch. */
  private async apply(scope: Scope, rows: readonly SentPerson[], steps: DecisionSteps): Promise<void> {
    try {
      if (rows.length === 0) {
        await this.unitOfWork.run(async (transaction) => {
          await steps.end(transaction, await steps.begin(transaction), []);
        });
        return;
      }
      const batch = new Batch(scope, rows, { rule: new DecisionBatch(steps) });
      const outcomes = await this.provisioning.provision(batch);
      const [outcome] = outcomes;
      if (outcome?.kind === 'refused') throw outcome.refusal;
      this.account.account(scope, outcomes, 0);
    } catch (error) {
      throw error instanceof BatchAbandoned ? error.cause : error;
    }
  }
}
