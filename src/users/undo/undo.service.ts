import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { RunBeingFinished, RunNotFound } from '../../errors/runs.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { isRunName } from '../../tenancy/sync-run.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';
import { RunChangesRepository } from '../history/run-changes.repository.js';
import { isOfPart, isWhole, type RunPart } from '../history/run-part.js';
import { UserChangesRepository } from '../history/user-changes.repository.js';
import type { Outcome } from '../model/outcome.js';
import { UserWriter } from '../provisioning/user-writer.js';
import type { RowCounts } from '../statistics/outcome-account.js';
import { FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import { RunTally } from '../runs/run-tally.js';
import { RunUndosRepository } from '../runs/run-undos.repository.js';
import { RunsRepository } from '../runs/runs.repository.js';
import type { User } from '../model/user.entity.js';
import { keptActiveBy } from '../model/keep-active/keep-active.js';
import { UsersRepository } from '../model/users.repository.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import { decideUndo, putBack, type Reversal, type ToUndo } from './decide-undo.js';
import { settleKeys, wantedBy } from './settle-keys.js';
import { undoRunOf } from './undo-run.js';
import { addReversal, chosenPart, noTotals } from './undo-totals.js';

/** Entries of a run for one transaction: as many as the rows of a bulk batch. */
const ENTRIES_AT_ONCE = 500;
/** At most this many users in one transaction, with those who have an address or number that is put back. */
const MOST_PEOPLE = 2000;

/** Some of the people, and the range of the history. */
interface Batch extends ToUndo {
  readonly ids: readonly string[];
  /** The first history entry of the run, and the one before which this batch ends. */
  readonly first: number;
  readonly before: number;
}

interface Gathered {
  readonly reversals: readonly Reversal[];
  /** Users who are not put back and have a wanted address or number. */
  readonly others: readonly User[];
}

function statusCountsOf({ fields }: Reversal): Pick<RowCounts, 'deprovisioned' | 'restored'> {
  const status = fields.find(({ field }) => field === 'accountStatus')?.after;
  return { deprovisioned: status === 'inactive' ? 1 : 0, restored: status === 'active' ? 1 : 0 };
}

function kindOf({ fields, kept }: Reversal): Outcome['kind'] {
  if (fields.length > 0) return 'updated';
  return kept.some(({ reason }) => reason === 'taken') ? 'refused' : 'unchanged';
}

/**
 * Puts back what a run changed, except what was changed since. The run must have ended: changes that it makes during
 * the undo count as later changes.
 */
@Injectable()
export class UndoService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly changes: UserChangesRepository,
    private readonly runChanges: RunChangesRepository,
    private readonly writer: UserWriter,
    private readonly runs: RunsRepository,
    private readonly tally: RunTally,
    private readonly erased: ErasedPeople,
    private readonly finished: FinishedRunsRepository,
    private readonly acts: RunUndosRepository,
  ) {}

  /**
   * What {@link undo} would do, the latest change first. Writes nothing.
   * @throws {RunNotFound} when no call named this run
   * @throws {RunBeingFinished} when a part of a run is meant that is being finished
   */
  preview(scope: Scope, run: string, part: RunPart = {}): AsyncGenerator<Reversal> {
    return this.walk(scope, run, part, async (batch) => {
      const { reversals, others } = await this.gather(scope, batch);
      return settleKeys(reversals, { others, erased: await this.erasedWith(scope, reversals) });
    });
  }

  /**
   * Undoes the run or a part of it, in one transaction per batch, and yields what was done to each person. It may be
   * interrupted and repeated.
   * @throws {RunNotFound} when no call named this run
   * @throws {RunBeingFinished} when a part of a run is meant that is being finished
   */
  async *undo(scope: Scope, run: string, part: RunPart = {}): AsyncGenerator<Reversal> {
    const undoScope = { ...scope, run: undoRunOf(run) };
    // Before its changes are looked for: what the run does from now on may not be among them.
    const at = nowOf(scope);
    // Without a part of what it did, the run has still named everyone.
    if (isRunName(run) && isWhole(part)) await this.finished.markUndone(scope, run, at);
    const totals = noTotals();
    const act: { id?: number } = {};
    const begin = async (): Promise<void> => {
      act.id ??= await this.acts.begin(scope, run, { part: chosenPart(part), at });
    };
    let isFinished = false;
    try {
      const step = (batch: Batch): Promise<readonly Reversal[]> => this.putBack(undoScope, batch, begin);
      for await (const reversal of this.walk(scope, run, part, step)) {
        const calls = totals.people === 0 ? 1 : 0;
        addReversal(totals, reversal);
        this.tally.count(undoScope, { calls, kinds: [kindOf(reversal)], ...statusCountsOf(reversal) });
        yield reversal;
      }
      isFinished = true;
    } finally {
      if (act.id !== undefined) {
        const { putBack, kept, taken } = totals;
        await this.acts.end(scope, act.id, { putBack, kept: kept + taken, isFinished });
      }
    }
    await this.tally.flush();
  }

  /** The latest change first, so that a user who took over an address or a number gives it up before it is put back. */
  private async *walk(
    scope: Scope,
    run: string,
    part: RunPart,
    step: (batch: Batch) => Promise<readonly Reversal[]>,
  ): AsyncGenerator<Reversal> {
    const span = isRunName(run) ? await this.runChanges.spanOf(scope, run) : undefined;
    if (span === undefined) {
      await this.mustBeKnown(scope, run);
      return;
    }
    // After the range was read: whom a finish that begins now de-provisions is not in it.
    if (!isWhole(part)) await this.mustNotBeBeingFinished(scope, run);
    const early = new Set<string>();
    let before = span.last + 1;
    for (;;) {
      const range = { order: 'DESC', before, limit: ENTRIES_AT_ONCE } as const;
      const entries = await this.runChanges.ofRun(scope, run, range);
      const end = entries.at(-1)?.id;
      if (end === undefined) return;
      const meant = entries.filter((entry) => isOfPart(part, entry));
      const ids = [...new Set(meant.map(({ userId }) => userId))];
      const batch = { ...span, run, part, ids, before };
      for (const reversal of ids.length === 0 ? [] : await step(batch)) {
        const { user, lastEntry } = reversal;
        if (lastEntry >= before || early.has(user.id)) continue;
        if (lastEntry < end) early.add(user.id);
        yield reversal;
      }
      before = end;
    }
  }

  /**
   * A run that changed no user has no history but is known.
   * @throws {RunNotFound} when no call named this run
   */
  private async mustBeKnown(scope: Scope, run: string): Promise<void> {
    await this.tally.flush();
    if (!isRunName(run)) throw new RunNotFound();
    // Another process may not have written its counts yet.
    const known = (await this.runs.find(scope, run)) ?? (await this.finished.find(scope, run));
    if (known === undefined) throw new RunNotFound();
  }

  /**
   * Finishing the run again goes on with the absent people, and would de-provision those whom the undo has restored.
   * @throws {RunBeingFinished}
   */
  private async mustNotBeBeingFinished(scope: Scope, run: string): Promise<void> {
    const [finish] = await this.finished.those(scope, [run]);
    if (finish === undefined || finish.state === 'done' || finish.undoneAt !== null) return;
    throw new RunBeingFinished();
  }

  /** @param begin records the undo, before any of it is written: an interrupted one is then known as such */
  private async putBack(
    scope: Scope,
    batch: Batch,
    begin: () => Promise<void>,
  ): Promise<readonly Reversal[]> {
    const { reversals } = await this.gather(scope, batch);
    if (reversals.length === 0) return [];
    await begin();
    const ids = reversals.map(({ user }) => user.id);
    return this.unitOfWork.run((transaction) => this.write(scope, transaction, { ...batch, ids }));
  }

  /** Decides again with all users locked, because they may have changed since they were read. */
  private async write(scope: Scope, transaction: Transaction, batch: Batch): Promise<readonly Reversal[]> {
    const people = await this.users.lock(scope, transaction, batch.ids);
    const reversals = await this.decide(scope, transaction, people, batch);
    const settled = settleKeys(reversals, {
      others: await this.othersWith(scope, transaction, reversals),
      erased: await this.erasedWith(scope, reversals, transaction),
    });
    const now = nowOf(scope);
    const changed = settled.filter(({ fields }) => fields.length > 0);
    await this.writer.write(
      scope,
      transaction,
      changed.map((reversal) => ({ before: reversal.user, after: putBack(reversal, now) })),
    );
    return settled;
  }

  /** A batch, with users of other batches who have an address or a number that it gets back. */
  private async gather(scope: Scope, batch: Batch): Promise<Gathered> {
    const reader = this.unitOfWork.single;
    let ids = batch.ids;
    for (;;) {
      const people = await this.users.findCandidates(scope, { externalIds: ids, emailKeys: [] });
      const reversals = await this.decide(scope, reader, people, batch);
      const others = await this.othersWith(scope, reader, reversals);
      const more = await this.decide(scope, reader, others, batch);
      if (more.length === 0 || ids.length + more.length > MOST_PEOPLE) return { reversals, others };
      ids = [...ids, ...more.map(({ user }) => user.id)];
    }
  }

  /** Of those of these people who are in the part of the run. */
  private async decide(
    scope: Scope,
    reader: Reader,
    people: readonly User[],
    batch: Batch,
  ): Promise<Reversal[]> {
    const ids = people.map(({ id }) => id);
    const histories = new Map<string, UserHistoryEntry[]>(ids.map((id) => [id, []]));
    for (const entry of await this.changes.since(scope, reader, ids, batch.first))
      histories.get(entry.userId)?.push(entry);
    const now = nowOf(scope);
    const decided = people.map((user) => {
      const keepActive = keptActiveBy(scope, user, now);
      return decideUndo({ ...user, keepActive }, histories.get(user.id) ?? [], batch);
    });
    return decided.filter(({ lastEntry }) => lastEntry > 0);
  }

  private async othersWith(scope: Scope, reader: Reader, reversals: readonly Reversal[]): Promise<User[]> {
    const known = new Set(reversals.map(({ user }) => user.id));
    const found = await this.users.findCandidates(scope, wantedBy(reversals), { reader, table: 'users' });
    return found.filter(({ id }) => !known.has(id));
  }

  private erasedWith(
    scope: Scope,
    reversals: readonly Reversal[],
    reader?: Reader,
  ): Promise<ReadonlyMap<string, string>> {
    const { externalIds, emailKeys } = wantedBy(reversals);
    return this.erased.named(scope, { externalIds, emails: emailKeys }, reader);
  }
}
