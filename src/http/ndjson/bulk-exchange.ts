import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Refusal } from '../../errors/refusal.js';
import { failure, type Warning } from '../answers.js';
import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import type { FailedLine } from '../server/request-log.js';
import type { DtoClass } from '../validation/dto-class.js';
import { type BulkInput, NDJSON, openInput, unzipRefusal } from './bulk-input.js';
import { BulkLine, checkInTurns, LINE_LIMIT_KIB } from './bulk-line.js';
import { type InputLine, readLines } from './line-reader.js';
import { SpooledAnswer } from './spooled-answer.js';

/** Rows for one transaction: beyond a few hundred the rate no longer grows, and a lost race costs more. */
const BATCH_ROWS = 500;
/** Bounds memory, and the statements that a batch becomes, when the lines are long. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** As many as the request log keeps of one call. */
const NOTED_FAILURES = 20;

/** What became of one row. */
export type RowOutcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly id: string;
      readonly warnings: readonly Warning[];
      /** What the line says when a part of the row waits for somebody's decision. */
      readonly held?: { readonly message: string; readonly holdId: string | null };
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Says of some lines what became of them, without a look at their fields. */
export interface BulkRecognition<T extends object> {
  /** Else lines are checked while the batch before them is at work. */
  isWorthwhile(): boolean;
  /**
   * Asked while the batch before is at work; what it says of somebody whom that one is about is not believed. Lines that are
   * not among the answers are checked and applied.
   */
  recognise(lines: readonly BulkLine<T>[]): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>>;
}

/** Checks each line against `dto` and applies the good ones in order, in batches. */
export interface BulkJob<T extends object> {
  readonly dto: DtoClass<T>;
  readonly recognition?: BulkRecognition<T>;
  /** Whether a batch may be prepared while the one before it is at work. */
  mayPrepare?(): boolean;
  /**
   * @param texts the lines of the rows, to the letter
   * @param after the batch before, which has to be done before anything is written
   */
  apply(rows: readonly T[], texts: readonly string[], after: Promise<void>): Promise<readonly RowOutcome[]>;
  /** Hears what became of each batch, lines that were refused before it was applied included. */
  answered?(outcomes: readonly RowOutcome[]): void;
}

const MESSAGES = { inserted: 'DATA INSERTED', updated: 'DATA UPDATED', unchanged: 'DATA UPDATED' } as const;

function describeRow(line: number, outcome: RowOutcome): object {
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return { line, success: false, error: { ...refusal.toError(), message: refusal.message } };
  }
  const { kind, id, warnings, held } = outcome;
  return {
    line,
    success: true,
    id,
    message: MESSAGES[kind],
    ...held,
    ...(kind === 'unchanged' ? { changed: false } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/**
 * Groups what arrives: a batch grows while the one before it is at work, and waits for nobody once that is done, so that a
 * caller who wants answers before sending more gets them. A socket hands over about 120 lines at a time; batches of that
 * size would cost a third more.
 */
async function* batchesOf(
  { stream, mayIdle }: BulkInput,
  atWork: () => Promise<void>,
): AsyncGenerator<InputLine[]> {
  const arrivals = readLines(stream, LINE_LIMIT_KIB * 1024, mayIdle);
  let batch: InputLine[] = [];
  let size = 0;
  const take = (): InputLine[] => {
    const full = batch;
    batch = [];
    size = 0;
    return full;
  };
  try {
    let arrival = nextOf(arrivals);
    for (;;) {
      if (batch.length > 0 && !(await isFirst(arrival, atWork()))) yield take();
      const { done, value: lines } = await arrival;
      if (done === true) break;
      arrival = nextOf(arrivals);
      for (const line of lines) {
        batch.push(line);
        size += line.text?.length ?? 0;
        if (batch.length >= BATCH_ROWS || size >= BATCH_CHARACTERS) yield take();
      }
    }
    if (batch.length > 0) yield take();
  } finally {
    // Not awaited: a caller who sends no more would hold it up.
    void arrivals.return(undefined);
  }
}

/** Its failure is met by whoever awaits it, perhaps a batch later. */
function nextOf<T>(values: AsyncGenerator<T, void>): Promise<IteratorResult<T, void>> {
  const next = values.next();
  next.catch(() => undefined);
  return next;
}

/** Whether the one is settled before the other, or both are. */
async function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, answer: boolean): Promise<boolean> =>
    promise.then(
      () => answer,
      () => answer,
    );
  return Promise.race([settled(one, true), settled(other, false)]);
}

/**
 * IDs of whom these rows were about. Also of the unchanged: a row may have been held, or may have met what somebody else changed
 * since. Where the server was at fault somebody may have been changed all the same, as the answer to a COMMIT can be lost: undefined.
 */
function touchedBy(outcomes: readonly RowOutcome[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'refused') touched.add(outcome.id);
    else if (outcome.refusal.status >= 500) return undefined;
  }
  return touched;
}

interface Summary {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Of the updated and the unchanged ones; absent while there is none. */
  held?: number;
}

/**
 * Answers an NDJSON request line by line, in constant memory (contract, 2.7). While the database works on one batch the
 * next one is parsed and checked; batches are applied strictly one after the other.
 */
export class BulkExchange<T extends object> {
  private readonly logger = new Logger('bulk');
  private readonly failedLines: FailedLine[] = [];
  private readonly summary: Summary = { received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  /** IDs of whom the last batch that is done was applied to; undefined when that is not known for certain. */
  private lastTouched: ReadonlySet<string> | undefined = new Set();

  constructor(private readonly job: BulkJob<T>) {}

  async run(request: Request, response: Response): Promise<void> {
    const answer = await this.work(request, response);
    await answer.end();
  }

  /**
   * Everything but the wait for a caller who does not take the answer: whatever the work holds may be given back then.
   * @returns what sends the rest, which the caller of this must end
   */
  async work(request: Request, response: Response): Promise<SpooledAnswer> {
    const input = openInput(request);
    request.rowCounts = this.summary;
    request.failedLines = this.failedLines;
    response.status(200).setHeader('Content-Type', NDJSON);
    response.flushHeaders();
    const answer = new SpooledAnswer(response);
    // What has arrived of a body would be unzipped to its end, and each line of it answered.
    const leave = (): void => {
      if (!response.writableFinished) input.stream.destroy();
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
    try {
      await this.exchange(input, answer);
      await answer.write(`${JSON.stringify({ summary: this.summary })}\n`);
    } catch (error) {
      await this.cutShort(error, request, response, answer);
    }
    return answer;
  }

  /** Without its summary line the answer is recognisably cut short; what was answered is done. */
  private async cutShort(
    error: unknown,
    { requestId }: Request,
    response: Response,
    answer: SpooledAnswer,
  ): Promise<void> {
    const reason = error instanceof Error ? error.message : 'unknown';
    this.logger.warn({ msg: 'bulk request was cut short', requestId, ...this.summary, reason });
    const refusal = error instanceof Refusal ? error : unzipRefusal(error);
    if (refusal === undefined) response.destroy();
    else await answer.write(`${JSON.stringify(failure(refusal, requestId))}\n`);
  }

  private async exchange(input: BulkInput, answer: SpooledAnswer): Promise<void> {
    let earlier: Promise<void> = Promise.resolve();
    let working = earlier;
    try {
      for await (const batch of batchesOf(input, () => working)) {
        const mayBegin = this.job.mayPrepare?.() === true || this.job.recognition?.isWorthwhile() === true;
        if (mayBegin) await earlier;
        const lines = await this.read(batch);
        if (!mayBegin) await working;
        if (answer.isGone()) throw new Error('The caller has gone');
        earlier = working;
        working = this.workOn(lines, answer, earlier);
        // Awaited in the next round, which a caller who waits for these answers would not let come.
        working.catch(() => input.stream.destroy());
      }
    } finally {
      // Also when the client hung up: nobody may take away what the last batches still work with.
      await Promise.allSettled([earlier, working]);
      await working;
    }
  }

  /** A few at a time: what the database says of the batch before must not wait for all of these. */
  private async read(batch: readonly InputLine[]): Promise<BulkLine<T>[]> {
    const lines = batch.map((input) => new BulkLine(this.job.dto, input));
    if (this.job.recognition?.isWorthwhile() !== true) await checkInTurns(lines);
    return lines;
  }

  private async workOn(
    lines: readonly BulkLine<T>[],
    answer: SpooledAnswer,
    after: Promise<void>,
  ): Promise<void> {
    const outcomeOf = await this.outcomes(lines, after);
    const answers = lines.map((line) => {
      const outcome = outcomeOf.get(line);
      if (outcome === undefined) throw new Error('A line has no outcome');
      return { number: line.number, outcome };
    });
    this.job.answered?.(answers.map(({ outcome }) => outcome));
    const text: string[] = [];
    await forEachYielding(answers, ({ number, outcome }) => {
      this.count(number, outcome);
      text.push(`${JSON.stringify(describeRow(number, outcome))}\n`);
    });
    await answer.write(text.join(''));
  }

  private count(number: number, outcome: RowOutcome): void {
    this.summary.received += 1;
    this.summary[outcome.kind === 'refused' ? 'failed' : outcome.kind] += 1;
    if (outcome.kind === 'refused') this.noteFailure(number, outcome.refusal);
    else if (outcome.held !== undefined) this.summary.held = (this.summary.held ?? 0) + 1;
  }

  /** Of each line, when the batch before is done. */
  private async outcomes(
    lines: readonly BulkLine<T>[],
    after: Promise<void>,
  ): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const outcomes = new Map(await this.recognise(lines, after));
    const rows: T[] = [];
    const accepted: BulkLine<T>[] = [];
    const others = lines.filter((line) => !outcomes.has(line));
    await checkInTurns(others);
    for (const line of others) {
      const result = line.check();
      if ('refusal' in result) outcomes.set(line, { kind: 'refused', refusal: result.refusal });
      else rows.push(result.row);
      if ('row' in result) accepted.push(line);
    }
    const texts = accepted.map(({ text }) => text);
    const applied = rows.length === 0 ? [] : await this.job.apply(rows, texts, after);
    applied.forEach((outcome, index) => {
      const line = accepted[index];
      if (line !== undefined) outcomes.set(line, outcome);
    });
    await after;
    this.lastTouched = touchedBy(applied);
    return outcomes;
  }

  /**
   * What a line means is only known when those before it are stored. Nearly always these are about others: the database is asked
   * while the batch before is at work, and once more if it has to be.
   */
  private async recognise(
    lines: readonly BulkLine<T>[],
    after: Promise<void>,
  ): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const { recognition } = this.job;
    if (recognition?.isWorthwhile() !== true) return new Map();
    // A read that failed beside a batch is no reason to cut the file short; the batch may have met the same fault.
    const [early] = await Promise.all([recognition.recognise(lines).catch(() => undefined), after]);
    const { lastTouched } = this;
    if (early === undefined || lastTouched === undefined) return recognition.recognise(lines);
    return new Map(
      [...early].filter(([, outcome]) => outcome.kind === 'refused' || !lastTouched.has(outcome.id)),
    );
  }

  private noteFailure(line: number, { code, details }: Refusal): void {
    if (this.failedLines.length >= NOTED_FAILURES) return;
    this.failedLines.push({ line, code, ...(details === undefined ? {} : { details }) });
  }
}
