import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UNDO_PREFIX } from '../../tenancy/sync-run.js';
import { type HoldCounts, NO_HOLDS } from '../../users/deprovisioning-limits/held-requests.repository.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import type { FailedRow } from '../../users/failed-rows/failed-row.entity.js';
import { presentCause } from '../../users/failed-rows/failed-row.dto.js';
import { MOST_OF_RUN } from '../../users/failed-rows/failed-rows-recorder.js';
import { FailedRowsService } from '../../users/failed-rows/failed-rows.service.js';
import type { FailedRowFilter } from '../../users/failed-rows/failed-rows.repository.js';
import { FinishService } from '../../users/finish/finish.service.js';
import { UserHistoryService } from '../../users/history/user-history.service.js';
import { UserDetailsService } from '../../users/history/user-details.service.js';
import { RefusedFinishes } from '../../users/runs/refused-finishes.js';
import type { RunDto } from '../../users/runs/run.dto.js';
import type { RunUndo } from '../../users/runs/run-undo.entity.js';
import { RunUndosRepository } from '../../users/runs/run-undos.repository.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { RunsRepository } from '../../users/runs/runs.repository.js';
import { PutBackRuns } from '../../users/undo/put-back-runs.js';
import { undoRunOf } from '../../users/undo/undo-run.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed, onlyRowOf } from '../../http/lists/list-query.js';
import { UserNames } from '../../users/list/user-names.js';
import { failuresCsv, type NamedFailures } from './failures-csv.js';
import {
  type AdminFailedRowDto,
  type AdminRunsQueryDto,
  presentAdminFailedRow,
  presentRunChange,
  presentRunUndone,
  type RunChangeDto,
  type RunChangesQueryDto,
  type RunFailuresQueryDto,
  type RunPageDto,
  type RunRowDto,
} from './runs.dto.js';

const DAY_MS = 86_400_000;

/** Runs, and what became of the people whom they sent, for administrators. */
@Injectable()
export class AdminRunsService {
  constructor(
    private readonly runs: RunsService,
    private readonly known: RunsRepository,
    private readonly runList: RunListService,
    private readonly undos: RunUndosRepository,
    private readonly putBack: PutBackRuns,
    private readonly refused: RefusedFinishes,
    private readonly holds: HoldsService,
    private readonly history: UserHistoryService,
    private readonly failedRows: FailedRowsService,
    private readonly finishes: FinishService,
    private readonly users: UserDetailsService,
    private readonly names: UserNames,
    private readonly labels: ActorLabels,
    private readonly disclosures: DisclosureLog,
  ) {}

  /** @throws {ValidationFailed} when the page is too far down */
  async list(scope: Scope, query: AdminRunsQueryDto): Promise<Success<RunRowDto[]>> {
    const { order = 'DESC', name, sender, withFailures } = query;
    const range = { order, ...boundedPageRangeOf(query) };
    const { rows, total, isCapped } = await this.runList.page(scope, { name, sender, withFailures }, range);
    return listed(await this.rowsOf(scope, rows), total, query, isCapped ? { totalIsCapped: true } : {});
  }

  /** These runs with their labels, holds and what is usual of them: so many that a page shows them. */
  async rowsOf(scope: Scope, runs: readonly RunDto[]): Promise<RunRowDto[]> {
    const names = runs.map(({ name }) => name);
    const [usual, holds, labelOf, refused, undone, putBack] = await Promise.all([
      this.runList.usual(scope, runs),
      this.holds.countsOf(scope, names),
      this.labels.of(scope, runs, ({ actors }) => actors),
      this.refused.of(scope, names),
      this.undos.undone(scope, names),
      this.putBack.of(scope, runs),
    ]);
    return runs.map((run) => ({
      ...run,
      ...heldOf(run, holds.get(run.name)),
      senders: run.actors.map((actor) => ({ actor, label: labelOf(actor) })),
      durationMs: Date.parse(run.lastCallAt) - Date.parse(run.startedAt),
      usual: usual.get(run.name) ?? null,
      refusedFinish: refused.get(run.name) ?? null,
      undone: undone.get(run.name) ?? null,
      isPutBack: putBack.has(run.name),
    }));
  }

  /** @throws {RunNotFound} when no call named this run */
  async get(scope: Scope, name: string): Promise<Success<RunPageDto>> {
    const { data: run } = await this.runs.get(scope, name);
    const [rows, causes, failedKept, finish = null, undoneBy, undoes, undos] = await Promise.all([
      this.rowsOf(scope, [run]),
      this.failedRows.causes(scope, name),
      this.failedRows.kept(scope, name),
      this.finishes.find(scope, name),
      this.nameIfKnown(scope, undoRunOf(name)),
      name.startsWith(UNDO_PREFIX) ? this.nameIfKnown(scope, name.slice(UNDO_PREFIX.length)) : null,
      this.undos.ofRun(scope, name),
    ]);
    const labelOf = await this.labels.of(scope, undos, ({ actor }) => actor);
    const notKept = Math.max(0, run.failed - failedKept);
    const isRowOfErased = mayKeepAll(scope, run);
    return success({
      ...onlyRowOf(rows),
      causes: causes.map(presentCause),
      failedKept,
      failedNotKept: isRowOfErased ? 0 : notKept,
      failedOfErased: isRowOfErased ? notKept : 0,
      finish,
      undoneBy,
      isPartlyUndone: isPartly(undos),
      undos: undos.map((undo) => presentRunUndone(undo, labelOf(undo.actor))),
      undoes,
    });
  }

  /** @throws {RunNotFound} when no call named this run */
  async changes(scope: Scope, name: string, query: RunChangesQueryDto): Promise<Success<RunChangeDto[]>> {
    await this.runs.get(scope, name);
    const range = { order: query.order ?? 'DESC', ...boundedPageRangeOf(query) };
    const { rows, total, isCapped } = await this.history.pageOfRun(scope, name, range);
    const [nameOf, labelOf] = await Promise.all([
      this.names.of(scope, rows, ({ userId }) => userId),
      this.labels.of(scope, rows, ({ actor }) => actor),
    ]);
    const data = rows.map((entry) => presentRunChange(entry, labelOf(entry.actor), nameOf(entry.userId)));
    return listed(data, total, query, isCapped ? { totalIsCapped: true } : {});
  }

  /** @throws {RunNotFound} when no call named this run */
  async failures(
    scope: Scope,
    name: string,
    query: RunFailuresQueryDto,
  ): Promise<Success<AdminFailedRowDto[]>> {
    await this.runs.get(scope, name);
    return this.failuresOf(scope, { run: name, cause: query.cause }, query, 'ASC');
  }

  /** @throws {UserNotFound} when the tenant has no such user */
  async failuresOfUser(
    scope: Scope,
    idOrLegacyNumber: string,
    query: RunChangesQueryDto,
  ): Promise<Success<AdminFailedRowDto[]>> {
    const { data: user } = await this.users.get(scope, idOrLegacyNumber);
    return this.failuresOf(scope, { userId: user.id }, query, 'DESC');
  }

  /**
   * The failed rows of a run as CSV.
   * @throws {RunNotFound} with the first part, when no call named this run
   */
  async *failuresCsv(scope: Scope, name: string): AsyncGenerator<string> {
    await this.runs.get(scope, name);
    yield* failuresCsv(this.named(scope, name), scope.tenant.timeZone);
  }

  private async *named(scope: Scope, run: string): AsyncGenerator<NamedFailures> {
    for await (const rows of this.failedRows.parts(scope, run)) {
      const userIds = rows.flatMap(({ userId }) => userId ?? []);
      if (userIds.length > 0) this.disclosures.note(scope, 'download', userIds);
      const [nameOf, labelOf] = await Promise.all([
        this.names.of(scope, userIds, (userId) => userId),
        this.labels.of(scope, rows, ({ actor }) => actor),
      ]);
      yield { rows, nameOf, labelOf };
    }
  }

  private async failuresOf(
    scope: Scope,
    filter: FailedRowFilter,
    query: RunFailuresQueryDto,
    usualOrder: 'ASC' | 'DESC',
  ): Promise<Success<AdminFailedRowDto[]>> {
    const range = { order: query.order ?? usualOrder, ...boundedPageRangeOf(query) };
    const { rows, total } = await this.failedRows.page(scope, filter, range);
    const userIds = rows.flatMap(({ userId }) => userId ?? []);
    const [nameOf, labelOf] = await Promise.all([
      this.names.of(scope, userIds, (userId) => userId),
      this.labels.of(scope, rows, ({ actor }) => actor),
    ]);
    const present = (row: FailedRow): AdminFailedRowDto =>
      presentAdminFailedRow(row, labelOf(row.actor), nameOf(row.userId));
    return listed(rows.map(present), total, query);
  }

  private async nameIfKnown(scope: Scope, name: string): Promise<string | null> {
    return (await this.known.find(scope, name))?.name ?? null;
  }
}

/**
 * Whether all failed rows of a run are kept, but those of users who are erased: it has no more than are kept of one
 * run, and none is too old.
 */
function mayKeepAll(scope: Scope, { failed, startedAt }: Pick<RunDto, 'failed' | 'startedAt'>): boolean {
  const keptMs = scope.tenant.retention.requestLogDays * DAY_MS;
  return failed <= MOST_OF_RUN && nowOf(scope).getTime() - Date.parse(startedAt) < keptMs;
}

/** Whether it was undone, and no undo of all of it came to its end. */
function isPartly(undos: readonly Pick<RunUndo, 'part' | 'isFinished'>[]): boolean {
  return undos.length > 0 && !undos.some(({ part, isFinished }) => part === null && isFinished);
}

/** A held row is counted as held; the run itself counts it as unchanged, where nothing else of it was new. */
function heldOf(
  run: Pick<RunDto, 'unchanged'>,
  holds: HoldCounts = NO_HOLDS,
): Pick<RunRowDto, 'unchanged' | `held${'' | 'Open' | 'Released' | 'Rejected' | 'Withdrawn'}`> {
  return {
    unchanged: Math.max(0, run.unchanged - holds.unchanged),
    held: holds.holds,
    heldOpen: holds.open,
    heldReleased: holds.released,
    heldRejected: holds.rejected,
    heldWithdrawn: holds.withdrawn,
  };
}
