import type { FinishedRunDto } from '../../users/finish/finish.dto.js';
import type { UserSummaryDto } from '../../users/model/dto/user.dto.js';

import type { FeedArguments } from './arguments.js';
import { reasonOf } from '../../file-import/feed-error.js';
import type { Sent } from './send-rows.js';
import type { SourceNotes } from '../../file-import/sources/formats.js';
import type { AnswerCounts, Failure } from './answer-counts.js';

/** The summary, as --json prints it. */
export interface Summary {
  file: string;
  /** The name of the run in histories and in the list of runs. */
  run: string;
  finished: boolean;
  error?: string;
  dryRun: boolean;
  /** Of the file, without its header: received, refused, blank, skipped, and without an answer. */
  rows: number;
  /** Answered by the service. */
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Of the failed: lines that are no row of the file, and were not sent. */
  refused: number;
  /** Rows of the file with nothing in them. */
  blank: number;
  /** Lines of the file that continue the row above them, so are no rows. */
  furtherLines: number;
  /** Of the updated: people who lost their access, and who got it back. */
  deprovisioned: number;
  restored: number;
  /** Of the unchanged: rows that wait for a decision about who the person is. */
  pending: number;
  warned: number;
  skipped: number;
  resent: number;
  /** Rows without an answer, when the feed did not finish. */
  unanswered: number;
  seconds: number;
  rowsPerSecond: number;
  warnings: Record<string, number>;
  skippedReasons: Record<string, number>;
  ignoredColumns: string[];
  /** The run was ended by an earlier feed, which had all rows; none was sent. */
  endedBefore?: true;
  /** What the end of the run has done; absent when it was not ended. */
  finish?: FinishedRunDto;
  /** Why the run could not be ended. */
  notComplete?: string;
  /** The first failures; without them, `rejects` names the file of all. */
  failures?: Failure[];
  rejects?: string;
}

/** @param took milliseconds */
export function summarise(
  args: FeedArguments & { readonly run: string },
  answers: AnswerCounts,
  sent: Sent,
  notes: SourceNotes,
  took: number,
): Summary {
  const { received, inserted, updated, unchanged, failed, refused, pending, warned } = answers;
  const { deprovisioned, restored } = answers;
  const { blank, furtherLines } = notes;
  const skipped = [...notes.skipped.values()].reduce((sum, count) => sum + count, 0);
  const summary: Summary = {
    file: args.file,
    run: args.run,
    finished: sent.failure === undefined,
    ...(sent.failure === undefined ? {} : { error: printable(reasonOf(sent.failure)) }),
    dryRun: args.dryRun,
    rows: received + refused + blank + skipped + sent.unanswered,
    received,
    inserted,
    updated,
    unchanged,
    failed,
    refused,
    deprovisioned,
    restored,
    pending,
    warned,
    blank,
    furtherLines,
    skipped,
    resent: sent.resent,
    unanswered: sent.unanswered,
    seconds: Math.round(took) / 1000,
    rowsPerSecond: Math.round((received * 1000) / Math.max(1, took)),
    warnings: Object.fromEntries(answers.warnings),
    skippedReasons: Object.fromEntries(notes.skipped),
    ignoredColumns: notes.ignoredColumns,
  };
  const { ending } = sent;
  if (sent.isFinishedBefore === true && received === 0) summary.endedBefore = true;
  if (ending !== undefined && 'finished' in ending) summary.finish = ending.finished;
  else if (ending !== undefined) summary.notComplete = printable(ending.notComplete);
  if (args.rejects === undefined) summary.failures = answers.failures;
  else summary.rejects = args.rejects;
  return summary;
}

const LISTED = [
  'rows',
  'received',
  'inserted',
  'updated',
  'unchanged',
  'failed',
  'refused',
  'pending',
  'warned',
  'blank',
  'skipped',
] as const;

/** What the count of rows is the sum of. */
const PARTS = ['received', 'refused', 'blank', 'skipped', 'unanswered'] as const;

export const FURTHER_LINES = 'further lines of texts of several lines';

const STATUSES = ['deprovisioned', 'restored'] as const;
const STATUS_WORDS = { deprovisioned: 'de-provisioned', restored: 'restored' } as const;

/** The summary for people. */
export function summaryText(summary: Summary): string {
  const lines = (summary.failures ?? []).map(failureText);
  if (summary.failed > lines.length) {
    const rest = `${count(summary.failed - lines.length)} failed rows`;
    lines.push(
      summary.rejects === undefined
        ? `and ${rest} more; --rejects writes them all`
        : `${rest}: ${summary.rejects}`,
    );
  }
  const what = summary.dryRun ? 'Dry run, nothing was written' : 'Done';
  lines.push(
    summary.finished ? `${what}: ${summary.file}` : `NOT FINISHED: ${summary.file}: ${summary.error ?? ''}`,
  );
  if (!summary.dryRun) lines.push(`  ${'run'.padEnd(10)} ${summary.run}`);
  for (const name of LISTED) {
    lines.push(`  ${name.padEnd(10)}${count(summary[name]).padStart(12)}${detail(name, summary)}`);
  }
  lines.push(
    `  ${'seconds'.padEnd(10)}${summary.seconds.toFixed(1).padStart(12)}` +
      `   ${count(summary.rowsPerSecond)} rows per second`,
  );
  lines.push(...endingText(summary));
  if (summary.resent > 0) lines.push(`${count(summary.resent)} rows were sent again after an interruption`);
  if (summary.unanswered > 0)
    lines.push(`${count(summary.unanswered)} rows have no answer: they may or may not be applied`);
  if (summary.ignoredColumns.length > 0)
    lines.push(`Columns not sent: ${summary.ignoredColumns.map(printable).join(', ')}`);
  return lines.join('\n') + '\n';
}

function detail(name: (typeof LISTED)[number], summary: Summary): string {
  if (name === 'rows') {
    const parts = PARTS.filter((part) => part === 'received' || summary[part] > 0);
    const further = summary.furtherLines === 0 ? '' : `, and ${count(summary.furtherLines)} ${FURTHER_LINES}`;
    return `   ${parts.map((part) => `${count(summary[part])} ${part}`).join(' + ')}${further}`;
  }
  if (name === 'updated') {
    const parts = STATUSES.filter((status) => summary[status] > 0);
    const texts = parts.map((status) => `${count(summary[status])} ${STATUS_WORDS[status]}`);
    return texts.length === 0 ? '' : `   of these ${texts.join(', ')}`;
  }
  if (name === 'refused' && summary.refused > 0) return '   of the failed; not sent, as they are no rows';
  const counts = name === 'warned' ? summary.warnings : name === 'skipped' ? summary.skippedReasons : {};
  const parts = Object.entries(counts).map(([key, value]) => `${count(value)} ${printable(key)}`);
  return parts.length > 0 ? `   ${parts.join(', ')}` : '';
}

function endingText({ finish, notComplete, endedBefore }: Summary): string[] {
  if (notComplete !== undefined) return [`NOT COMPLETE: ${notComplete}`];
  if (finish === undefined) return [];
  const again = endedBefore === true ? ['An earlier feed has ended this run; no row was sent again.'] : [];
  const ended = `The run is ended: ${count(finish.named)} people named`;
  if (finish.absent == null) return [...again, ended];
  const { first, again: often, deprovisioned, held } = finish.absent;
  return [
    ...again,
    `${ended}, ${count(first + often)} absent`,
    `  ${count(first)} not yet often enough; ${count(deprovisioned)} de-provisioned, ${count(held)} held, ` +
      `${count(often - deprovisioned - held)} kept active by an administrator`,
    ...absentText(finish.sample, first + often),
  ];
}

/**
 * Who is absent, a line for each.
 * @param all how many people are absent
 */
export function absentText(sample: readonly UserSummaryDto[], all: number): string[] {
  const lines = sample.map(({ id, firstName, lastName, legacyNumber }) => {
    const number = legacyNumber === null ? '' : ` (${legacyNumber})`;
    return `  absent: ${printable(`${id} ${firstName} ${lastName}${number}`)}`;
  });
  return all > sample.length ? [...lines, `  and ${count(all - sample.length)} more`] : lines;
}

/** One failed row in one line: its line, person, field and reason. */
export function failureText(failure: Failure): string {
  return printable(`line ${failure.line}${whoOf(failure.row)}: ${reasonText(failure.error)}`);
}

function whoOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  const { externalId, email, firstName, lastName } = row as Record<string, unknown>;
  const texts = [externalId, email, `${text(firstName)} ${text(lastName)}`]
    .map(text)
    .filter((one) => one !== '');
  return texts.length > 0 ? `, ${texts.slice(0, 2).join(' ')}` : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

function reasonText(error: Failure['error']): string {
  const details = (error.details ?? []).map(({ field, message }) =>
    message.includes(field) ? message : `${field}: ${message}`,
  );
  return details.length > 0 ? details.join('; ') : error.message;
}

/** Text from outside on one line, without the control characters that a terminal would obey. */
export function printable(value: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters meant
  return value.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
