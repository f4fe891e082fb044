import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserNames } from '../../users/list/user-names.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { RunPeopleService } from '../../users/undo/run-people.service.js';
import {
  DEFAULT_LIMIT,
  presentRunPerson,
  type RunPeopleCountsDto,
  type RunPeopleFilterDto,
  type RunPeopleQueryDto,
  type RunPersonDto,
} from './run-people.dto.js';

interface CursorContent {
  /** Distinguishes it from cursors of other lists, which are signed with the same key. */
  readonly list: 'run-people';
  readonly run: string;
  readonly place: number;
}

/** The people whom a run changed, for administrators. */
@Injectable()
export class AdminRunPeopleService {
  constructor(
    private readonly runs: RunsService,
    private readonly people: RunPeopleService,
    private readonly names: UserNames,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * @throws {RunNotFound} when no call named this run
   * @throws {ValidationFailed} when the cursor is of another tenant, list or run
   */
  async list(
    scope: Scope,
    run: string,
    { limit = DEFAULT_LIMIT, cursor, kind, field }: RunPeopleQueryDto,
  ): Promise<Success<RunPersonDto[]>> {
    await this.runs.get(scope, run);
    const before = cursor === undefined ? undefined : this.placeOf(scope, run, cursor);
    const found = await this.people.page(scope, run, { kind, field }, { before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, run, last.place) : null;
    const nameOf = await this.names.of(scope, page, ({ userId }) => userId);
    return success(
      page.map((person) => presentRunPerson(person, nameOf(person.userId))),
      { meta: { count: page.length, limit, hasMore, nextCursor } },
    );
  }

  /** @throws {RunNotFound} when no call named this run */
  async counts(
    scope: Scope,
    run: string,
    { kind, field }: RunPeopleFilterDto,
  ): Promise<Success<RunPeopleCountsDto>> {
    await this.runs.get(scope, run);
    const { people, kinds, fields, undone } = await this.people.counts(scope, run, { kind, field });
    return success({ people, kinds: [...kinds], fields: [...fields], undone });
  }

  private cursorOf(scope: Scope, run: string, place: number): string {
    const content: CursorContent = { list: 'run-people', run, place };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private placeOf(scope: Scope, run: string, cursor: string): number {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as Partial<CursorContent>;
    if (content.list !== 'run-people' || content.run !== run || content.place === undefined)
      throw refuseCursor('cursor belongs to another list; send the nextCursor of a page of this run');
    return content.place;
  }
}
