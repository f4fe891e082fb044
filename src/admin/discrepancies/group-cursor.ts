import { createHash } from 'node:crypto';

import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import type { ServerKeys } from '../../secrets/server-keys.js';
import { Act } from '../../tenancy/act.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ResolveGroupsDto } from './groups.dto.js';

interface CursorContent {
  /** Distinguishes it from cursors of lists, which are signed with the same key. */
  readonly list: 'discrepancy-groups';
  /** Who decides, and what: the calls of one decision are one act. */
  readonly of: string;
  readonly after: string;
  readonly act: { readonly id: string; readonly begun: readonly string[] };
}

/** Where a decision that takes several calls continues. */
export interface DecisionPlace {
  /** The ID of the submission that was decided last. */
  readonly after: string;
  readonly act: Act;
}

function digestOf({ actor }: Scope, body: ResolveGroupsDto): string {
  const { groupKeys, alsoGroupKeys = [], resolution, note = null, newest } = body;
  const parts = [actor, groupKeys, alsoGroupKeys, resolution, note, newest];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export function cursorOf(
  keys: ServerKeys,
  scope: Scope,
  body: ResolveGroupsDto,
  { after, act }: DecisionPlace,
): string {
  const of = digestOf(scope, body);
  const content: CursorContent = {
    list: 'discrepancy-groups',
    of,
    after,
    act: { id: act.id, begun: act.begunActions },
  };
  return encodeCursor(keys, scope.tenantId, content);
}

/**
 * Where the call continues; undefined for the first call.
 * @throws {ValidationFailed} when the cursor is of another tenant, administrator or decision
 */
export function placeIn(keys: ServerKeys, scope: Scope, body: ResolveGroupsDto): DecisionPlace | undefined {
  if (typeof body.cursor !== 'string') return undefined;
  const content = decodeCursor(keys, scope.tenantId, body.cursor) as Partial<CursorContent>;
  const { list, of, after, act } = content;
  if (
    list !== 'discrepancy-groups' ||
    of !== digestOf(scope, body) ||
    after === undefined ||
    act === undefined
  )
    throw refuseCursor(
      'cursor belongs to another decision; send it with the same groups and the same decision',
    );
  return { after, act: new Act(act.id, act.begun) };
}
