import type { INestApplicationContext } from '@nestjs/common';
import { Refusal } from '../../errors/refusal.js';
import { CONFLICT_ID, presentConflict } from '../../identity/conflicts/conflict.dto.js';
import { ConflictsService, type Settled } from '../../identity/conflicts/conflicts.service.js';
import type { IdentityConflictEntry } from '../../identity/conflicts/identity-conflict.entity.js';
import { CONFLICT_STATUSES, DECISIONS } from '../../identity/conflicts/decision.js';
import { offeredOn } from '../../identity/conflicts/rows-of-decision.js';
import type { Scope } from '../../tenancy/scope.js';
import { QUESTION_KINDS } from '../../users/model/outcome.js';
import {
  type Action,
  type CommandResult,
  oneOf,
  table,
  textOf,
  UsageProblem,
  type Values,
} from '../command.js';
import { tenantScope } from '../tenant-scope.js';

/** The largest number of conflicts that are shown; the API lists all of them. */
const LISTED = 500;
const LONGEST_NOTE = 1000;

function present(conflict: IdentityConflictEntry): object {
  const { actor, run, note, decidedBy, sent } = conflict;
  return {
    ...presentConflict(conflict),
    offered: offeredOn(conflict),
    sent: sent?.person ?? null,
    actor,
    run,
    note,
    decidedBy,
  };
}

/** @throws {UsageProblem} when there is no such conflict, or it cannot be settled so */
async function onConflict<T>(
  app: INestApplicationContext,
  values: Values,
  id: string,
  work: (conflicts: ConflictsService, scope: Scope) => Promise<T>,
): Promise<T> {
  if (!CONFLICT_ID.test(id)) throw new UsageProblem('Name the conflict by its ID, which begins with cf_.');
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  return work(app.get(ConflictsService), scope).catch((error: unknown) => {
    throw error instanceof Refusal ? new UsageProblem(error.message) : error;
  });
}

function settledText({ conflict, isRepeated }: Settled, did: string): CommandResult {
  const json = { ...present(conflict), repeated: isRepeated };
  const outcome = isRepeated ? 'Nothing was changed: an earlier call had done so.' : did;
  return { json, text: `${JSON.stringify(json, null, 2)}\n${outcome}` };
}

export const listConflicts: Action = async (app, values) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const filter = {
    status: oneOf(values, 'status', CONFLICT_STATUSES),
    kind: oneOf(values, 'kind', QUESTION_KINDS),
  };
  const range = { order: 'DESC', offset: 0, limit: LISTED } as const;
  const { rows, total } = await app.get(ConflictsService).page(scope, filter, range);
  const cells = rows.map(({ id, kind, status, decision, count, lastAt, subject, userId, ownerId }) => [
    id,
    kind,
    decision ?? status,
    String(count),
    lastAt.toISOString(),
    subject,
    userId,
    ownerId ?? '',
  ]);
  const headings = ['conflict', 'kind', 'status', 'asked', 'last asked', 'externalId', 'user', 'owner'];
  const more = total > rows.length ? `\n${total - rows.length} older ones are not shown.` : '';
  return { json: rows.map(present), text: `${table(headings, cells)}${more}` };
};

export const showConflict: Action = async (app, values, [id = '']) => {
  const conflict = await onConflict(app, values, id, (conflicts, scope) => conflicts.get(scope, id));
  const json = present(conflict);
  return { json, text: JSON.stringify(json, null, 2) };
};

export const decideConflict: Action = async (app, values, [id = '']) => {
  const decision = oneOf(values, 'as', DECISIONS);
  if (decision === undefined) throw new UsageProblem(`--as must be one of ${DECISIONS.join(', ')}.`);
  const note = values['note'] === undefined ? null : textOf(values, 'note');
  if (note !== null && note.length > LONGEST_NOTE)
    throw new UsageProblem(`--note must be at most ${LONGEST_NOTE} characters long.`);
  const settled = await onConflict(app, values, id, (conflicts, scope) =>
    conflicts.decide(scope, id, decision, note),
  );
  return settledText(settled, `Decided: ${decision}.`);
};

export const undoConflict: Action = async (app, values, [id = '']) => {
  const settled = await onConflict(app, values, id, (conflicts, scope) => conflicts.undo(scope, id));
  return settledText(settled, 'The decision was taken back.');
};
