import { Injectable } from '@nestjs/common';

import { RunNotFound } from '../../errors/runs.errors.js';
import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { isRunName } from '../../tenancy/sync-run.js';
import { DEFAULT_LIMIT, presentRun, type RunDto, type RunsQueryDto } from './run.dto.js';
import type { Run } from './run.entity.js';
import { RunTally } from './run-tally.js';
import { type RunPlace, RunsRepository } from './runs.repository.js';

interface CursorContent {
  /** Distinguishes it from cursors of other lists, which are signed with the same key. */
  readonly list: 'runs';
  readonly place: RunPlace;
}

/** Reads the counts of runs. They include all calls of this process; other processes write theirs every 5 seconds. */
@Injectable()
export class RunsService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly tally: RunTally,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * The run that began last comes first.
   * @throws {ValidationFailed} when the cursor is of another tenant or list
   */
  async list(scope: Scope, { limit = DEFAULT_LIMIT, cursor }: RunsQueryDto): Promise<Success<RunDto[]>> {
    const after = cursor === undefined ? undefined : this.placeOf(scope, cursor);
    await this.tally.flush();
    const rows = await this.runs.page(scope, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, last) : null;
    return success(await this.present(scope, page), {
      meta: { count: page.length, limit, hasMore, nextCursor },
    });
  }

  /**
   * @throws {RunNotFound} when no call named this run
   */
  async get(scope: Scope, name: string): Promise<Success<RunDto>> {
    const found = await this.find(scope, name);
    if (found === undefined) throw new RunNotFound();
    return success(found);
  }

  /** Undefined when no call named this run. */
  async find(scope: Scope, name: string): Promise<RunDto | undefined> {
    await this.tally.flush();
    // Comparing the ASCII column with other characters is a collation error.
    const run = isRunName(name) ? await this.runs.find(scope, name) : undefined;
    const [found] = run === undefined ? [] : await this.present(scope, [run]);
    return found;
  }

  /** When the first run with rows about people began; undefined before that. */
  async firstStart(scope: Scope): Promise<Date | undefined> {
    await this.tally.flush();
    return this.runs.firstStart(scope);
  }

  /** Those of these runs that are known, in no order. */
  async those(scope: Scope, names: readonly string[]): Promise<RunDto[]> {
    await this.tally.flush();
    return this.present(scope, await this.runs.those(scope, names.filter(isRunName)));
  }

  private async present(scope: Scope, runs: readonly Run[]): Promise<RunDto[]> {
    const actors = await this.runs.actorsOf(
      scope,
      runs.map(({ name }) => name),
    );
    return runs.map((run) => presentRun(run, actors.get(run.name) ?? []));
  }

  private cursorOf(scope: Scope, { startedAt, name }: Run): string {
    const content: CursorContent = { list: 'runs', place: { startedAt: startedAt.toISOString(), name } };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private placeOf(scope: Scope, cursor: string): RunPlace {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as Partial<CursorContent>;
    if (content.list !== 'runs' || content.place === undefined)
      throw refuseCursor('cursor belongs to another list; send the nextCursor of a page of runs');
    return content.place;
  }
}
