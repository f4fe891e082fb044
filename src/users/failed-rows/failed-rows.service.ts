import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { RunsService } from '../runs/runs.service.js';
import {
  DEFAULT_LIMIT,
  type FailedRowDto,
  type FailedRowsQueryDto,
  presentFailedRow,
} from './failed-row.dto.js';
import type { FailedRow } from './failed-row.entity.js';
import { FailedRowsRecorder } from './failed-rows-recorder.js';
import { type FailedRowFilter, FailedRowsRepository, type FailureCause } from './failed-rows.repository.js';

/** More causes than a person reads; a file whose every row fails differently has no common cause. */
const MOST_CAUSES = 100;
const ROWS_AT_ONCE = 500;

interface CursorContent {
  /** Distinguishes it from cursors of other lists, which are signed with the same key. */
  readonly list: 'failed-rows';
  readonly run: string;
  readonly after: number;
}

/** Reads the rows that were refused, those of the last second included. */
@Injectable()
export class FailedRowsService {
  constructor(
    private readonly rows: FailedRowsRepository,
    private readonly recorder: FailedRowsRecorder,
    private readonly runs: RunsService,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * The failed rows of a run, in the order in which they arrived.
   * @throws {RunNotFound} when no call named this run
   * @throws {ValidationFailed} when the cursor is of another tenant, list or run
   */
  async list(
    scope: Scope,
    run: string,
    { limit = DEFAULT_LIMIT, cursor }: FailedRowsQueryDto,
  ): Promise<Success<FailedRowDto[]>> {
    const after = cursor === undefined ? 0 : this.placeOf(scope, run, cursor);
    await this.runs.get(scope, run);
    await this.recorder.flush();
    const rows = await this.rows.after(scope, { run }, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, run, last) : null;
    return success(page.map(presentFailedRow), {
      meta: { count: page.length, limit, hasMore, nextCursor },
    });
  }

  async page(
    scope: Scope,
    filter: FailedRowFilter,
    range: { order: 'ASC' | 'DESC'; offset: number; limit: number },
  ): Promise<{ rows: FailedRow[]; total: number }> {
    await this.recorder.flush();
    return this.rows.page(scope, filter, range);
  }

  /** The causes of a run's failures, those of most rows first; at most a hundred. */
  async causes(scope: Scope, run: string): Promise<FailureCause[]> {
    await this.recorder.flush();
    return this.rows.causes(scope, run, MOST_CAUSES);
  }

  /** The causes of most failures of these runs, and how many rows of each run failed of each. */
  async causesOfAll(
    scope: Scope,
    runs: readonly string[],
    most: number,
  ): Promise<{ causes: FailureCause[]; counts: ReadonlyMap<string, readonly number[]> }> {
    await this.recorder.flush();
    const causes = await this.rows.causesOfAll(scope, runs, most);
    const texts = causes.map(({ cause }) => cause);
    return { causes, counts: await this.rows.countsByRun(scope, runs, texts) };
  }

  /** How many failed rows of a run are kept. */
  async kept(scope: Scope, run: string): Promise<number> {
    await this.recorder.flush();
    return this.rows.count(scope.tenantId, run, new Date(0));
  }

  /** All kept rows of a run. */
  async *all(scope: Scope, run: string): AsyncGenerator<FailedRow> {
    for await (const rows of this.parts(scope, run)) yield* rows;
  }

  /** The same, as they are read. */
  async *parts(scope: Scope, run: string): AsyncGenerator<readonly FailedRow[]> {
    await this.recorder.flush();
    let after = 0;
    for (;;) {
      const rows = await this.rows.after(scope, { run }, after, ROWS_AT_ONCE);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      after = last.id;
    }
  }

  private cursorOf(scope: Scope, run: string, { id }: FailedRow): string {
    const content: CursorContent = { list: 'failed-rows', run, after: id };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private placeOf(scope: Scope, run: string, cursor: string): number {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as Partial<CursorContent>;
    if (content.list !== 'failed-rows' || content.run !== run || content.after === undefined)
      throw refuseCursor('cursor belongs to another list; send the nextCursor of a page of these failures');
    return content.after;
  }
}
