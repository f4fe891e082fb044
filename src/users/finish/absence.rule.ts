import type { Transaction } from '../../database/transaction/transaction.js';
import { Refusal } from '../../errors/refusal.js';
import { FinishedOtherwise } from '../../errors/runs.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type {
  BatchEntry,
  FoundPeople,
  OwnRule,
  PersonChange,
  Refusals,
  WrittenBatch,
} from '../batch/batch-rule.js';
import { BatchAbandoned } from '../batch/batch.js';
import { sameAs } from '../model/fields/field-values.js';
import type { Outcome, Plan, SentPerson } from '../model/outcome.js';
import type { PeopleSet } from '../model/people-set.js';
import type { User } from '../model/user.entity.js';
import type { NamingsRepository } from '../naming/namings.repository.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import type { FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import type { RunTally } from '../runs/run-tally.js';

/** Why nothing was done about a person who was absent when the run was finished; never answered. */
export class AbsentNoLonger extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The person was named, or has lost access, since the run was finished.');
  }
}

/** The row that a file would have for a person who has left. */
export function absenceOf(user: User): SentPerson {
  const person = { ...sameAs(user), accountStatus: 'inactive' as const };
  return { userId: user.id, person, intent: { kind: 'partial report', isAbsence: true } };
}

/** Whether the person has lost access by this outcome. */
export function isDeprovisioned(outcome: Outcome): boolean {
  return (
    outcome.kind === 'updated' &&
    outcome.changed.includes('accountStatus') &&
    outcome.user.accountStatus === 'inactive'
  );
}

/**
 * De-provisions absent people. In the transaction, with the people locked and the epoch raised, people who were named
 * since the run was finished are left out; a row that comes later sees the new epoch.
 */
export class AbsenceRule implements OwnRule {
  constructor(
    private readonly scope: Scope,
    private readonly run: Pick<FinishedRun, 'run' | 'epoch' | 'accountTypes'>,
    private readonly stored: {
      readonly namings: NamingsRepository;
      readonly finished: FinishedRunsRepository;
      readonly tally: RunTally;
    },
  ) {}

  async workOut({ changes, stored: found, transaction }: FoundPeople): Promise<readonly BatchEntry[]> {
    await this.stored.namings.cut(this.scope, transaction);
    const isUndone = await this.stored.finished.isUndone(this.scope, transaction, this.run.run);
    if (isUndone) throw new BatchAbandoned(new FinishedOtherwise('and undone'));
    const named = await this.stored.namings.peopleOf(this.scope, { after: this.run.epoch }, transaction);
    const users = new Map(found.map((user) => [user.id, user]));
    return changes.map((change) => this.entryOf(change, users, named));
  }

  admit(): Promise<Refusals> {
    return Promise.resolve(new Map());
  }

  async announce({ transaction }: WrittenBatch, { outcomes }: Plan): Promise<void> {
    await this.count(transaction, outcomes.filter(isDeprovisioned).length);
  }

  private entryOf({ userId }: PersonChange, users: ReadonlyMap<string, User>, named: PeopleSet): BatchEntry {
    const user = users.get(userId ?? '');
    const types = this.run.accountTypes?.split(',') ?? [];
    const isAbsent =
      user !== undefined &&
      user.accountStatus === 'active' &&
      types.includes(user.accountType) &&
      !named.has(user.id);
    return isAbsent ? absenceOf(user) : new AbsentNoLonger();
  }

  private count(transaction: Transaction, deprovisioned: number): Promise<void> {
    transaction.onCommit(() => {
      this.stored.tally.count(this.scope, { deprovisioned });
    });
    return this.stored.finished.addDeprovisioned(this.scope, transaction, this.run.run, deprovisioned);
  }
}
