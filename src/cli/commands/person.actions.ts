import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Refusal } from '../../errors/refusal.js';
import { presentErasure } from '../../privacy/erasure/erasure.dto.js';
import { ErasureService } from '../../privacy/erasure/erasure.service.js';
import { ErasureSteps } from '../../privacy/erasure/erasure-steps.js';
import { PersonExportService } from '../../privacy/export/person-export.service.js';
import { presentLegalHold } from '../../privacy/legal-hold/legal-hold.dto.js';
import { LegalHolds } from '../../privacy/legal-hold/legal-holds.service.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ReleasedKey } from '../../users/tombstones/tombstone-keys.js';
import { type Action, type CommandResult, table, textOf, UsageProblem, type Values } from '../command.js';
import { tenantScope } from '../tenant-scope.js';

const LONGEST_REASON = 500;

function isOn(values: Values, name: string): boolean {
  return values[name] !== undefined && values[name] !== false;
}

/** @throws {UsageProblem} when the service refuses */
async function onPerson<T>(
  app: INestApplicationContext,
  values: Values,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  return work(scope).catch((error: unknown) => {
    throw error instanceof Refusal ? new UsageProblem(error.message) : error;
  });
}

async function plan(app: INestApplicationContext, scope: Scope, id: string): Promise<CommandResult> {
  const found = await app.get(ErasureService).plan(scope, id);
  const rows = found.tables.map(({ table: name, part, rows: count, fate, reason }) => [
    part === null ? name : `${name}: ${part}`,
    String(count),
    fate,
    reason ?? '',
  ]);
  const text = table(['table', 'rows', 'what becomes of them', 'why'], rows);
  return { json: found, text: `${text}\nNothing was erased; --yes does it, and cannot be taken back.` };
}

async function erase(app: INestApplicationContext, scope: Scope, id: string): Promise<CommandResult> {
  const erasures = app.get(ErasureService);
  const begun = await erasures.progress(scope, id).catch(() => undefined);
  const { token } = begun === undefined ? await erasures.plan(scope, id) : { token: undefined };
  const erasure = begun ?? (await erasures.erase(scope, id, token));
  const names = app.get(ErasureSteps).names;
  const json = presentErasure(erasure, names, await erasures.left(erasure));
  const { userId, state, done, steps } = json;
  const text =
    `${userId} is erased: no call finds the person any more (${state}, step ${done} of ${steps}). ` +
    'The service continues in the background; the same command says how far it is.';
  return { json, text };
}

/** @throws {UsageProblem} unless there is one of both */
function releasedKey(values: Values): ReleasedKey {
  const { email, number } = values;
  if ((email === undefined) === (number === undefined))
    throw new UsageProblem('Give one of --email, --number.');
  return email === undefined
    ? { kind: 'legacyNumber', value: textOf(values, 'number') }
    : { kind: 'email', value: textOf(values, 'email') };
}

export const exportPerson: Action = async (app, values, [id = '']) => {
  const file = textOf(values, 'to');
  const userId = await onPerson(app, values, async (scope) => {
    const exported = await app.get(PersonExportService).export(scope, id);
    try {
      // No one else may read it, and no file is overwritten.
      await pipeline(Readable.from(exported.archive), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      if ((error as { code?: unknown }).code === 'EEXIST') throw new UsageProblem(`${file} exists already.`);
      await rm(file, { force: true });
      throw error;
    }
    return exported.userId;
  });
  return { json: { userId, file }, text: `${file} has everything that is stored about ${userId}.` };
};

export const erasePerson: Action = (app, values, [id = '']) =>
  onPerson(app, values, (scope) => (isOn(values, 'yes') ? erase(app, scope, id) : plan(app, scope, id)));

export const releasePerson: Action = (app, values, [id = '']) =>
  onPerson(app, values, async (scope) => {
    await app.get(ErasureService).release(scope, id, releasedKey(values));
    return { json: { userId: id, released: true }, text: 'It may be that of another person now.' };
  });

export const holdPerson: Action = (app, values, [id = '']) =>
  onPerson(app, values, async (scope) => {
    const holds = app.get(LegalHolds);
    if (isOn(values, 'remove')) {
      await holds.remove(scope, id);
      return { json: { legalHold: null }, text: 'The legal hold is removed.' };
    }
    const reason = values['reason'] === undefined ? undefined : textOf(values, 'reason');
    if (reason !== undefined && reason.length > LONGEST_REASON)
      throw new UsageProblem(`--reason must be at most ${LONGEST_REASON} characters long.`);
    const found = reason === undefined ? await holds.find(scope, id) : await holds.set(scope, id, reason);
    const legalHold = found === undefined ? null : presentLegalHold(found);
    return {
      json: { legalHold },
      text: legalHold === null ? 'There is no legal hold.' : JSON.stringify(legalHold, null, 2),
    };
  });
