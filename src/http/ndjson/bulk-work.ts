import { BulkBatch } from './bulk-batch.js';
import type { BulkJob, RowOutcome } from './bulk-job.js';
import { BulkLine, checkEachYielding } from './bulk-line.js';
import type { InputLine } from './line-reader.js';

/** A line and what became of it. */
export interface AnsweredLine {
  readonly number: number;
  readonly outcome: RowOutcome;
}

/** Takes what became of the lines, batch by batch. */
export interface AnswerTaker {
  /** Whether the caller has gone: nothing more is applied then. */
  isGone(): boolean;
  take(answers: readonly AnsweredLine[]): Promise<void>;
}

/** Makes batches of the lines that arrive, and is given the way to wait for the batch at work. */
type Arrive = (atWork: () => Promise<void>) => AsyncIterable<readonly InputLine[]>;

/**
 * Applies lines in constant memory. While the database works on one batch the next one is parsed and checked; batches
 * are applied strictly one after the other.
 */
export class BulkWork<T extends object> {
  constructor(
    private readonly job: BulkJob<T>,
    private readonly taker: AnswerTaker,
  ) {}

  /** @param stop called when a batch failed, so that no more lines arrive */
  async run(arrive: Arrive, stop: () => void = () => undefined): Promise<void> {
    let earlier = new BulkBatch(this.job, []);
    let latest = earlier;
    try {
      for await (const arrived of arrive(() => latest.done)) {
        const mayBegin = this.job.mayPrepare?.() === true || this.expectsUnchanged;
        if (mayBegin) await earlier.done;
        const lines = await this.read(arrived);
        if (!mayBegin) await latest.done;
        if (this.taker.isGone()) throw new Error('The caller closed the connection');
        earlier = latest;
        latest = new BulkBatch(this.job, lines, earlier);
        latest.done = this.workOn(latest);
        // The next round awaits it, but it does not begin while the caller waits for these answers.
        latest.done.catch(stop);
      }
    } finally {
      // Also when the client closed the connection: the last batches still use what the caller of this releases.
      await Promise.allSettled([earlier.done, latest.done]);
      await latest.done;
    }
  }

  private get expectsUnchanged(): boolean {
    return this.job.unchanged?.areExpected() === true;
  }

  /** Checks a few lines at a time, so that answers of the database to the batch before are handled in between. */
  private async read(batch: readonly InputLine[]): Promise<BulkLine<T>[]> {
    const lines = batch.map((input) => new BulkLine(this.job.dto, input));
    if (!this.expectsUnchanged) await checkEachYielding(lines);
    return lines;
  }

  private async workOn(batch: BulkBatch<T>): Promise<void> {
    const outcomeOf = await batch.outcomes();
    const found = batch.lines.flatMap((line) => outcomeOf.get(line) ?? []);
    const settled = batch.isAdmitted ? await this.job.settle?.(found, batch.lines) : undefined;
    const outcomes = (settled ?? found).values();
    const answers = batch.lines.map(({ number }): AnsweredLine => {
      const { value } = outcomes.next();
      if (value === undefined) throw new Error('A line has no outcome');
      return { number, outcome: value };
    });
    await this.taker.take(answers);
  }
}
