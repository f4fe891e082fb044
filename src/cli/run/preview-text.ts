import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { mostOf } from '../../users/deprovisioning-limits/allowance.js';
import type { ThresholdBreach } from '../../users/model/outcome.js';
import type { KeptField, LaterChange, Reversal } from '../../users/undo/decide-undo.js';
import type { FinishedRunDto } from '../../users/finish/finish.dto.js';
import type { User } from '../../users/model/user.entity.js';
import type { CommandResult } from '../command.js';
import { absentText, count, FURTHER_LINES, printable } from '../feed/report.js';
import type { FileTotals, LinePreview, PersonPreview } from '../../file-import/file-preview.js';
import type { SourceNotes } from '../../file-import/sources/formats.js';

const LONGEST_VALUE = 80;

/** A value on one line, shortened. */
function valueText(value: unknown): string {
  if (value === null) return 'not set';
  const text = printable(JSON.stringify(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function whoText({ id, firstName, lastName, legacyNumber }: User): string {
  return printable(`${id} ${firstName} ${lastName}${legacyNumber === null ? '' : ` (${legacyNumber})`}`);
}

function nameOf({ id, legacyNumber, firstName, lastName, email }: User): object {
  return { id, legacyNumber, firstName, lastName, email };
}

function changeText({ field, before, after }: FieldChange): string {
  return `  ${field}: ${valueText(before)} -> ${valueText(after)}`;
}

const EFFECTS = {
  inserted: 'would be inserted',
  updated: 'would change',
  deprovisioned: 'would be de-provisioned',
  restored: 'would be restored',
  held: 'would be held',
  withdrawn: 'is held, and the hold would be withdrawn',
} as const;

function thresholdJson({ run, threshold, active }: ThresholdBreach): object {
  return { run, ...threshold, most: mostOf(threshold, active) };
}

function thresholdText({ run, threshold, active }: ThresholdBreach): string {
  const { percent } = threshold;
  const most = mostOf(threshold, active);
  const share =
    percent !== null && most === mostOf({ count: null, percent }, active)
      ? ` (${percent} % of ${count(active)} active people)`
      : '';
  const people = most === 1 ? 'person' : 'people';
  const of = run === null ? 'within 24 hours' : `of the run ${run}`;
  return `more than ${count(most)} ${people} ${of}${share}`;
}

/** A hold without an ID is one of this file: of a pause, or of an earlier line about the same person. */
function heldWithoutLimit(holdId: string | null | undefined): string {
  return holdId == null ? '' : `: is held already, ${holdId}`;
}

/** What the de-provisioning limits do about a person. */
function limitText({ effect, holdId, beyond }: PersonPreview): string {
  const why = beyond.map(thresholdText).join(', and ');
  if (effect === 'held') return why === '' ? heldWithoutLimit(holdId) : `: ${why}`;
  const withdrawn = holdId == null ? '' : `: ${holdId} would be withdrawn`;
  return why === '' ? withdrawn : `, beyond a threshold: ${why}`;
}

/** What one line of a file would do. */
export function previewResult(preview: LinePreview): CommandResult {
  const { line, effect } = preview;
  if (effect === 'refused') {
    const { refusal } = preview;
    const reasons = refusal.details?.map(({ message }) => message).join('; ') ?? refusal.message;
    return {
      json: { line, effect, error: { ...refusal.toError(), message: refusal.message } },
      text: `line ${line}: would be refused: ${printable(reasons)}`,
    };
  }
  if (effect === 'pending')
    return {
      json: { line, effect, ...nameOf(preview.user) },
      text: `line ${line}: would wait: an administrator must decide whether it is ${whoText(preview.user)}`,
    };
  const { user, changes, holdId, beyond } = preview;
  // The ID of a new person is known only when they are posted.
  const isNew = effect === 'inserted';
  const who = isNew ? `${whoText({ ...user, id: '' })} <${printable(user.email)}>` : whoText(user);
  return {
    json: {
      line,
      effect,
      ...nameOf(user),
      ...(isNew ? { id: null } : {}),
      changes,
      ...(holdId === undefined ? {} : { holdId }),
      ...(beyond.length === 0 ? {} : { beyond: beyond.map(thresholdJson) }),
    },
    text: [`line ${line}: ${who} ${EFFECTS[effect]}${limitText(preview)}`, ...changes.map(changeText)].join(
      '\n',
    ),
  };
}

/** What would wait for an administrator, or be beyond a limit. */
function limitLines({ pending, held, keptActive, overThreshold, withdrawn }: FileTotals): string[] {
  return [
    ...(keptActive === 0 ? [] : [`${count(keptActive)} would stay active: an administrator keeps them so.`]),
    ...(pending === 0 ? [] : [`${count(pending)} would wait until an administrator decides who they are.`]),
    ...(held === 0 ? [] : [`${count(held)} would be held: active until an administrator decides.`]),
    ...(overThreshold === 0 ? [] : [`${count(overThreshold)} are beyond a threshold that is only observed.`]),
    ...(withdrawn === 0
      ? []
      : [`${count(withdrawn)} holds would be withdrawn: the file says that these people are active.`]),
  ];
}

/** What would become of values that administrators and accepted submissions have set. */
function approvalLines({ awaitingSource, putBack }: FileTotals): string[] {
  const stay = 'approved values would stay: the file still has the former ones.';
  const lost = 'approved values would be replaced by the former ones.';
  return [
    ...(awaitingSource === 0 ? [] : [`${count(awaitingSource)} ${stay}`]),
    ...(putBack === 0 ? [] : [`${count(putBack)} ${lost}`]),
  ];
}

/** What finishing the run would do; `notComplete` is why it would be refused. */
export type PresentedFinish = { readonly finish: FinishedRunDto } | { readonly notComplete: string };

const STAYS = 'People who are not in the file stay as they are.';
const NOTHING_WRITTEN = 'Nothing was written.';

/** Who is not in the file. */
function absentLines(finish: PresentedFinish | undefined): string[] {
  if (finish === undefined) return [`${STAYS} ${NOTHING_WRITTEN}`];
  if ('notComplete' in finish)
    return [`It would not count as complete. ${printable(finish.notComplete)}`, NOTHING_WRITTEN];
  const { absent, sample } = finish.finish;
  if (absent === null) return [`${STAYS} ${NOTHING_WRITTEN}`];
  const { first, again, deprovisioned, held } = absent;
  return [
    `${count(first + again)} people are not in the file: ${count(deprovisioned)} would be de-provisioned, ` +
      `${count(held)} held, ${count(first)} are not absent often enough.`,
    ...absentText(sample, first + again),
    NOTHING_WRITTEN,
  ];
}

/** The end of the preview of a file. */
export function fileResult(
  run: string,
  totals: FileTotals,
  { blank, furtherLines, skipped, ignoredColumns }: SourceNotes,
  finish: PresentedFinish | undefined,
): CommandResult {
  const left = [...skipped.values()].reduce((sum, one) => sum + one, 0);
  const json = {
    summary: {
      run,
      rows: totals.received + blank + left,
      ...totals,
      blank,
      furtherLines,
      skipped: left,
      skippedReasons: Object.fromEntries(skipped),
      ignoredColumns,
      ...finish,
    },
  };
  const { received, inserted, updated, unchanged, failed, deprovisioned, restored } = totals;
  const lines = [
    [
      `${count(received)} lines: ${count(inserted)} would be inserted`,
      `${count(updated)} updated (of them ${count(deprovisioned)} de-provisioned, ${count(restored)} restored)`,
      `${count(unchanged)} are unchanged`,
      `${count(failed)} would be refused.`,
    ].join(', '),
    ...limitLines(totals),
    ...approvalLines(totals),
    ...(blank === 0 ? [] : [`${count(blank)} rows are blank.`]),
    ...(furtherLines === 0 ? [] : [`${count(furtherLines)} ${FURTHER_LINES}.`]),
    ...(left === 0 ? [] : [`${count(left)} records are left out by the mapping.`]),
    ...(ignoredColumns.length === 0 ? [] : [`Columns not sent: ${ignoredColumns.map(printable).join(', ')}`]),
    ...absentLines(finish),
  ];
  return { json, text: lines.join('\n') };
}

/** Who changed a field; a decision of the university is named as such. */
function authorText({ cause, submissionId, actor, at, run }: LaterChange): string {
  const causes: Partial<Record<LaterChange['cause'], string>> = {
    submission: `by the accepted submission ${printable(submissionId ?? '')}, `,
    administrator: 'by an administrator, ',
  };
  const inRun = run === null ? '' : ` in the run ${run}`;
  return `${causes[cause] ?? ''}by ${printable(actor)} at ${at.toISOString()}${inRun}`;
}

function keptText({ field, value, reason, by, owner }: KeptField): string {
  if (reason === 'taken')
    return `  ${field} stays ${valueText(value)}: the former one belongs to ${owner ?? ''} now`;
  const who = by === undefined ? 'it is not known by whom' : authorText(by);
  return `  ${field} stays ${valueText(value)}: changed since, ${who}`;
}

function undoneText({ user, isInserted, fields, kept }: Reversal, isDone: boolean): string {
  const verb = isDone ? 'was' : 'would be';
  const what = !isInserted
    ? fields.length === 0
      ? 'stays'
      : `${verb} put back`
    : fields.length === 0
      ? 'was inserted by the run and stays'
      : `was inserted by the run and ${verb} de-provisioned: an ID is never used again`;
  return [`${whoText(user)} ${what}`, ...fields.map(changeText), ...kept.map(keptText)].join('\n');
}

/** What undoing a run does to one person; undefined when no field goes back and none is kept. */
export function undoingResult(reversal: Reversal, isDone: boolean): CommandResult | undefined {
  const { user, isInserted, fields, kept } = reversal;
  if (fields.length === 0 && kept.length === 0) return undefined;
  return {
    json: { ...nameOf(user), isInserted, fields, kept },
    text: undoneText(reversal, isDone),
  };
}
