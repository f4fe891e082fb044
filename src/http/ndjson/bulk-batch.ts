import type { Refusal } from '../../errors/refusal.js';
import { toRefusal } from '../server/error.filter.js';
import type { BulkJob, RowOutcome } from './bulk-job.js';
import { type BulkLine, checkEachYielding } from './bulk-line.js';

/**
 * The IDs of these rows, unchanged ones included: such a row may have been held, or another request may have changed
 * its person since. Undefined after a fault of the server: the answer to a COMMIT can be lost, so any row may be
 * changed.
 */
function touchedBy(outcomes: readonly RowOutcome[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'refused') touched.add(outcome.id);
    else if (outcome.refusal.status >= 500) return undefined;
  }
  return touched;
}

/** A batch of lines of a file; it takes effect after the batch before it. */
export class BulkBatch<T extends object> {
  /** Resolves when all lines are answered. */
  done: Promise<void> = Promise.resolve();
  /** Whether the caller was still admitted when the batch began. */
  isAdmitted = true;
  private touched: ReadonlySet<string> | undefined = new Set();

  constructor(
    private readonly job: BulkJob<T>,
    readonly lines: readonly BulkLine<T>[],
    private before?: BulkBatch<T>,
  ) {}

  /**
   * Applies the batch.
   * @returns the outcome of each line
   */
  async outcomes(): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const before = this.before?.done ?? Promise.resolve();
    const refusal = await this.refusalOfCaller();
    if (refusal !== undefined) {
      await before;
      this.before = undefined;
      return new Map(this.lines.map((line) => [line, { kind: 'refused', refusal }]));
    }
    const outcomes = new Map(await this.findUnchanged());
    const accepted = await this.check(outcomes);
    const rows = accepted.map(({ row }) => row);
    const texts = accepted.map(({ line }) => line.text);
    const applied = rows.length === 0 ? [] : await this.job.apply({ rows, texts, before });
    applied.forEach((outcome, index) => {
      const line = accepted[index]?.line;
      if (line !== undefined) outcomes.set(line, outcome);
    });
    await before;
    this.touched = touchedBy(applied);
    // Otherwise each batch would keep all earlier batches of the file in memory.
    this.before = undefined;
    return outcomes;
  }

  /** Why the caller is no longer admitted; undefined while they are. */
  private async refusalOfCaller(): Promise<Refusal | undefined> {
    try {
      await this.job.readmit?.();
      return undefined;
    } catch (error) {
      this.isAdmitted = false;
      return toRefusal(error);
    }
  }

  /**
   * Checks the lines that have no outcome yet, and refuses those that are not valid.
   * @returns the valid lines
   */
  private async check(outcomes: Map<BulkLine<T>, RowOutcome>): Promise<{ line: BulkLine<T>; row: T }[]> {
    const others = this.lines.filter((line) => !outcomes.has(line));
    await checkEachYielding(others);
    return others.flatMap((line) => {
      const result = line.check();
      if ('row' in result) return [{ line, row: result.row }];
      outcomes.set(line, { kind: 'refused', refusal: result.refusal });
      return [];
    });
  }

  /**
   * Whether a line changes anything depends on the lines before it, which are nearly always about other people. So the
   * database is read while the batch before is at work; the result does not count for people whom that batch touched.
   */
  private async findUnchanged(): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const { unchanged } = this.job;
    if (unchanged?.areExpected() !== true) return new Map();
    // A read that failed beside a batch must not cut the file short; it is repeated below.
    const [early] = await Promise.all([unchanged.find(this.lines).catch(() => undefined), this.before?.done]);
    const touched = this.before?.touched;
    if (early === undefined || touched === undefined) return unchanged.find(this.lines);
    return new Map(
      [...early].filter(([, outcome]) => outcome.kind === 'refused' || !touched.has(outcome.id)),
    );
  }
}
