import type { Request, Response } from 'express';

import { Refusal } from '../../errors/refusal.js';
import { failure } from '../answers.js';
import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import type { Place } from '../../concurrency/shared-places.js';
import type { FailedLine } from '../server/finished-request.js';
import { type BulkInput, NDJSON, openInput, unzipRefusal } from './bulk-input.js';
import type { BulkJob, RowOutcome } from './bulk-job.js';
import { type AnsweredLine, BulkWork } from './bulk-work.js';
import { batchesOf } from './line-batches.js';
import { SpoolShares } from '../server/spool-shares.js';
import { SpooledAnswer } from './spooled-answer.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** The request log keeps as many of one call. */
export const MOST_NOTED_FAILURES = 20;

/**
 * Of each tenant in this process: answers to 3,000,000 good lines or 400,000 refused ones. Beyond it its callers must
 * read before further lines are applied; a few kilobytes of gzip could otherwise fill the disk with refusals.
 */
const UNREAD = new SpoolShares(256 * 1024 * 1024);

const MESSAGES = { inserted: 'DATA INSERTED', updated: 'DATA UPDATED', unchanged: 'DATA UPDATED' } as const;

function describeRow(line: number, outcome: RowOutcome): object {
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return { line, success: false, error: { ...refusal.toError(), message: refusal.message } };
  }
  const { kind, id, warnings, held, pending, details } = outcome;
  return {
    line,
    success: true,
    id,
    message: MESSAGES[kind],
    ...held,
    ...details,
    ...pending,
    ...(kind === 'unchanged' ? { changed: false } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

interface Summary {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** How many of the updated and unchanged ones are held; absent while none is. */
  held?: number;
  /** Further counts, such as `awaitingSource`; absent while they are 0. */
  [count: string]: number | undefined;
}

/** Answers an NDJSON request line by line, in constant memory (contract, 2.7). */
export class BulkExchange<T extends object> {
  private readonly logger = new LineLogger('bulk');
  private readonly failedLines: FailedLine[] = [];
  private readonly summary: Summary = { received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0 };

  constructor(private readonly job: BulkJob<T>) {}

  async run(request: Request, response: Response): Promise<void> {
    const answer = await this.work(request, response);
    await answer.end();
  }

  /**
   * Does everything but wait for a caller who reads slowly, so that the resources of the work can be released.
   * @param place what the work holds; it ends without its last lines when the place is taken away
   * @returns sends the rest of the answer; the caller of this method must call `end`
   */
  async work(request: Request, response: Response, place?: Place): Promise<SpooledAnswer> {
    const input = openInput(request);
    request.rowCounts = this.summary;
    request.failedLines = this.failedLines;
    response.status(200).setHeader('Content-Type', NDJSON);
    response.flushHeaders();
    const answer = new SpooledAnswer(response, UNREAD.of(this.job.tenantId));
    // Otherwise the part that has arrived would be unzipped to its end, and each line of it applied.
    const leave = (): void => {
      if (!response.writableFinished) input.stream.destroy();
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
    try {
      await this.exchange(input, answer, place);
      await answer.write(`${JSON.stringify({ summary: this.summary })}\n`);
    } catch (error) {
      await this.cutShort(error, request, response, answer);
    }
    return answer;
  }

  /** The missing summary line shows that the answer was cut short; answered lines are applied. */
  private async cutShort(
    error: unknown,
    { requestId }: Request,
    response: Response,
    answer: SpooledAnswer,
  ): Promise<void> {
    const reason = error instanceof Error ? error.message : 'unknown';
    this.logger.warn({ msg: 'bulk request was cut short', requestId, counts: this.summary, reason });
    const refusal = error instanceof Refusal ? error : unzipRefusal(error);
    if (refusal === undefined) response.destroy();
    else await answer.write(`${JSON.stringify(failure(refusal, requestId))}\n`);
  }

  private exchange(input: BulkInput, answer: SpooledAnswer, place?: Place): Promise<void> {
    const work = new BulkWork(this.job, {
      isGone: () => answer.isGone(),
      take: (answers) => this.write(answers, answer),
    });
    return work.run(
      (atWork) => batchesOf(input, atWork, place),
      () => input.stream.destroy(),
    );
  }

  private async write(answers: readonly AnsweredLine[], answer: SpooledAnswer): Promise<void> {
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
    else {
      if (outcome.pending !== undefined) this.add('pending', 1);
      else if (outcome.held !== undefined) this.add('held', 1);
      if (outcome.counts !== undefined)
        for (const [name, count] of Object.entries(outcome.counts)) this.add(name, count);
    }
  }

  private add(name: string, count: number): void {
    if (count > 0) this.summary[name] = (this.summary[name] ?? 0) + count;
  }

  private noteFailure(line: number, { code, details }: Refusal): void {
    if (this.failedLines.length >= MOST_NOTED_FAILURES) return;
    this.failedLines.push({ line, code, ...(details === undefined ? {} : { details }) });
  }
}
