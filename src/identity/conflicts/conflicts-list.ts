import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { type ConflictDto, type ConflictsQueryDto, DEFAULT_LIMIT, presentConflict } from './conflict.dto.js';
import { type ConflictPlace, ConflictsRepository } from './conflicts.repository.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

interface CursorContent {
  /** Distinguishes it from cursors of other lists, which are signed with the same key. */
  readonly list: 'conflicts';
  readonly place: ConflictPlace;
}

/** The conflicts of a tenant for its callers, page by page. */
@Injectable()
export class ConflictsList {
  constructor(
    private readonly conflicts: ConflictsRepository,
    private readonly keys: ServerKeys,
  ) {}

  /** @throws {ValidationFailed} when the cursor is of another tenant or list */
  async page(
    scope: Scope,
    { limit = DEFAULT_LIMIT, cursor, status, externalId }: ConflictsQueryDto,
  ): Promise<Success<ConflictDto[]>> {
    const place = cursor === undefined ? undefined : this.placeOf(scope, cursor);
    const rows = await this.conflicts.after(scope, { status, externalId }, place, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, last) : null;
    return success(page.map(presentConflict), { meta: { count: page.length, limit, hasMore, nextCursor } });
  }

  private cursorOf(scope: Scope, { firstAt, id }: IdentityConflictEntry): string {
    const content: CursorContent = { list: 'conflicts', place: { firstAt: firstAt.toISOString(), id } };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private placeOf(scope: Scope, cursor: string): ConflictPlace {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as Partial<CursorContent>;
    if (content.list !== 'conflicts' || content.place === undefined)
      throw refuseCursor('cursor belongs to another list; send the nextCursor of a page of conflicts');
    return content.place;
  }
}
