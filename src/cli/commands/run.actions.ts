import type { INestApplicationContext } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { RunBeingFinished, RunNotFound } from '../../errors/runs.errors.js';
import { type CompleteFile, FilePreviews } from '../../file-import/file-preview.js';
import type { Scope } from '../../tenancy/scope.js';
import { presentFailedRow, sentenceOf } from '../../users/failed-rows/failed-row.dto.js';
import { FailedRowsService } from '../../users/failed-rows/failed-rows.service.js';
import type { RunScope } from '../../users/finish/finish-records.js';
import type { PlannedFinish } from '../../users/finish/finish-preview.js';
import { requestOf } from '../../users/finish/finish.dto.js';
import { FinishedRunPresenter } from '../../users/finish/finished-run.presenter.js';
import { Senders } from '../../users/naming/senders.js';
import { CHANGE_KINDS, CHANGED_FIELDS, isWhole, type RunPart } from '../../users/history/run-part.js';
import type { RunDto } from '../../users/runs/run.dto.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { undoRunOf } from '../../users/undo/undo-run.js';
import { UndoService } from '../../users/undo/undo.service.js';
import { addReversal, noTotals, undoneEntry, type UndoTotals } from '../../users/undo/undo-totals.js';
import {
  type Action,
  type CommandResult,
  type CommandTerminal,
  table,
  textOf,
  UsageProblem,
  type Values,
} from '../command.js';
import { tenantScope } from '../tenant-scope.js';
import { didYouMean } from '../near-miss.js';
import { encodingAt, finishAt, formatAt, runAt } from '../feed/arguments.js';
import { readMappingFile } from '../feed/mapping-file.js';
import { count, printable } from '../feed/report.js';
import { openSource, runOfFile, type SourceArguments } from '../feed/source.js';
import { fileResult, type PresentedFinish, previewResult, undoingResult } from '../run/preview-text.js';

/** The largest number of runs that are shown; the API lists all of them. */
const LISTED = 500;

function sourceOf(values: Values, file: string): SourceArguments {
  return {
    file,
    encoding: encodingAt(values['encoding'] === undefined ? 'utf-8' : textOf(values, 'encoding')),
    blankClears: values['blank-clears'] === true,
    ...(values['format'] === undefined ? {} : { format: formatAt(textOf(values, 'format')) }),
    ...(values['sheet'] === undefined ? {} : { sheet: textOf(values, 'sheet') }),
  };
}

async function plan(
  app: INestApplicationContext,
  values: Values,
  file: string,
  terminal: CommandTerminal,
): Promise<CommandResult> {
  const named = values['run'] === undefined ? undefined : runAt(textOf(values, 'run'));
  const mapping = values['map'] === undefined ? undefined : await readMappingFile(textOf(values, 'map'));
  const source = await openSource(sourceOf(values, file), terminal.stdin, mapping);
  const scope = {
    ...(await tenantScope(app, textOf(values, 'tenant'))),
    run: named ?? (await runOfFile(file)),
  };
  const preview = app.get(FilePreviews).of(scope, await completeOf(app, scope, values));
  try {
    const finish = await preview.run(source.rows, (line) => terminal.print(previewResult(line)));
    return fileResult(scope.run, preview.totals, source.notes, await finishOf(app, scope, finish));
  } finally {
    source.close();
  }
}

/** @throws {UsageProblem} when it is not said whose file it is */
async function completeOf(
  app: INestApplicationContext,
  scope: RunScope,
  values: Values,
): Promise<CompleteFile | undefined> {
  const complete = finishAt({
    complete: values['complete'] === undefined ? undefined : textOf(values, 'complete'),
    'absent-runs': values['absent-runs'] === undefined ? undefined : textOf(values, 'absent-runs'),
  })?.complete;
  if (complete === undefined) return undefined;
  if (values['key'] === undefined)
    throw new UsageProblem(
      '--complete also needs --key, the API key that sends the file: absent are people whom it has sent',
    );
  const sender = await app.get(Senders).of({ ...scope, actor: `key:${textOf(values, 'key')}` });
  return sender === undefined ? undefined : { sender, run: scope.run, request: requestOf({ complete }) };
}

/** What finishing the run would do, for the terminal. */
async function finishOf(
  app: INestApplicationContext,
  scope: Scope,
  finish: PlannedFinish | undefined,
): Promise<PresentedFinish | undefined> {
  if (finish === undefined || 'notComplete' in finish) return finish;
  return { finish: await app.get(FinishedRunPresenter).of(scope, finish.finished) };
}

/** @throws {UsageProblem} when a kind or a field is none */
function partOf(values: Values): RunPart {
  const optional = (name: string): string | undefined =>
    values[name] === undefined ? undefined : textOf(values, name);
  const [kind, field, users] = [optional('kind'), optional('field'), optional('users')];
  const known = CHANGE_KINDS.find((one) => one === kind);
  if (kind !== undefined && known === undefined)
    throw new UsageProblem(
      `--kind must be one of ${CHANGE_KINDS.join(', ')}.${didYouMean(kind, CHANGE_KINDS)}`,
    );
  if (field !== undefined && !CHANGED_FIELDS.includes(field))
    throw new UsageProblem(
      `--field must be one of ${CHANGED_FIELDS.join(', ')}.${didYouMean(field, CHANGED_FIELDS)}`,
    );
  return { kind: known, field, userIds: users?.split(',').map((one) => one.trim()) };
}

/** What is put back, where it is a part of the run. */
function partText({ kind, field, userIds }: RunPart): string {
  const people = [
    ...(userIds === undefined ? [] : [`${count(userIds.length)} named people`]),
    ...(kind === undefined ? [] : [`people whom the run ${KIND_WORDS[kind]}`]),
  ];
  const whose = people.length === 0 ? '' : ` of ${people.join(', ')}`;
  return field === undefined ? `All changes${whose}` : `Only ${field}${whose}; other changes of the run stay`;
}

const KIND_WORDS = {
  inserted: 'inserted',
  updated: 'updated',
  deprovisioned: 'de-provisioned',
  restored: 'restored',
} as const;

function undoText(run: string, part: RunPart, totals: UndoTotals, isDone: boolean): string {
  const { people, putBack, fields, deprovisioned, restored, kept, taken } = totals;
  const did = isDone ? 'were put back' : 'would be put back';
  return [
    ...(isWhole(part) ? [] : [`${partText(part)}.`]),
    `${count(people)} people were changed by ${run}: ${count(putBack)} ${did} ` +
      `(${count(fields)} fields; ${count(deprovisioned)} de-provisioned, ${count(restored)} restored).`,
    `${count(kept)} fields stay because they were changed since, ` +
      `${count(taken)} because another person has the former value.`,
    isDone
      ? `This is the run ${undoRunOf(run)}, which can be undone in the same way.`
      : 'Nothing was written; --yes does it.',
  ].join('\n');
}

async function undo(
  app: INestApplicationContext,
  values: Values,
  run: string,
  terminal: CommandTerminal,
): Promise<CommandResult> {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const part = partOf(values);
  const service = app.get(UndoService);
  const isDone = values['yes'] === true;
  const totals = noTotals();
  let isFinished = false;
  try {
    for await (const reversal of isDone
      ? service.undo(scope, run, part)
      : service.preview(scope, run, part)) {
      addReversal(totals, reversal);
      const result = undoingResult(reversal, isDone);
      if (result !== undefined) await terminal.print(result);
    }
    isFinished = true;
  } catch (error) {
    const isRefused = error instanceof RunNotFound || error instanceof RunBeingFinished;
    throw isRefused ? new UsageProblem(error.message) : error;
  } finally {
    if (isDone && totals.putBack > 0)
      await app.get(AuditService).record(scope, [undoneEntry(run, part, totals, isFinished)]);
  }
  const json = { summary: { run, ...(isDone ? { undoneBy: undoRunOf(run) } : {}), ...totals } };
  return { json, text: undoText(run, part, totals, isDone) };
}

/** The causes of a run's failures with their counts, after every failed row. */
async function failures(
  app: INestApplicationContext,
  values: Values,
  run: string,
  terminal: CommandTerminal,
): Promise<CommandResult> {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const rows = app.get(FailedRowsService);
  const { failed } = await knownRun(app, scope, run);
  let kept = 0;
  for await (const row of rows.all(scope, run)) {
    kept += 1;
    await terminal.print({ json: presentFailedRow(row), text: printable(sentenceOf(row)) });
  }
  const causes = await rows.causes(scope, run);
  const notKept = Math.max(0, failed - kept);
  const text = [
    `${count(failed)} rows of ${run} failed.`,
    ...causes.map((cause) => `${count(cause.rows).padStart(8)}  ${printable(cause.cause)}`),
    ...(notKept === 0 ? [] : [`${count(notKept)} of them are not kept: of one run 10,000 are, for 90 days.`]),
  ].join('\n');
  return { json: { summary: { run, failed, kept, notKept, causes } }, text };
}

/** @throws {UsageProblem} when no call named this run */
async function knownRun(app: INestApplicationContext, scope: Scope, run: string): Promise<RunDto> {
  try {
    return (await app.get(RunsService).get(scope, run)).data;
  } catch (error) {
    throw error instanceof RunNotFound ? new UsageProblem(error.message) : error;
  }
}

export const listRuns: Action = async (app, values) => {
  const { data } = await app
    .get(RunsService)
    .list(await tenantScope(app, textOf(values, 'tenant')), { limit: LISTED });
  const rows = data.map((run) => [
    run.name,
    run.startedAt,
    String(run.calls),
    count(run.received),
    count(run.inserted),
    count(run.updated),
    count(run.unchanged),
    count(run.failed),
    count(run.pending),
    count(run.deprovisioned),
    count(run.keptActive),
    count(run.awaitingSource),
    count(run.putBack),
    count(run.workflow.received),
    count(run.workflow.changed),
    count(run.workflow.peopleUpdated),
  ]);
  const headings = ['run', 'began', 'calls', 'received', 'inserted', 'updated', 'unchanged', 'failed'];
  const ofPeople = ['pending', 'de-provisioned', 'kept active', 'awaiting source', 'put back'];
  const ofWorkflow = ['workflow', 'of it changed', 'people by it'];
  return { json: data, text: table([...headings, ...ofPeople, ...ofWorkflow], rows) };
};

export const planRun: Action = (app, values, [file = ''], terminal) => plan(app, values, file, terminal);

export const listFailures: Action = (app, values, [name = ''], terminal) =>
  failures(app, values, name, terminal);

export const undoRun: Action = (app, values, [name = ''], terminal) => undo(app, values, name, terminal);
