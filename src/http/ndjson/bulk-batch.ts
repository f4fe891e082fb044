import type { BulkJob, RowOutcome } from './bulk-job.js';
import { type BulkLine, checkInTurns } from './bulk-line.js';

/**
 * The IDs that these rows were about, those of unchanged rows included: a row may have been held, or may have met what another
 * request changed since. Undefined where the server was at fault: as the answer to a COMMIT can be lost, any row may have
 * been changed.
 */
function touchedBy(outcomes: readonly RowOutcome[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'refused') touched.add(outcome.id);
    else if (outcome.refusal.status >= 500) return undefined;
  }
  return touched;
}

/** A batch of lines, and its place in the order of the file: it takes effect after the batch in front of it. */
export class BulkBatch<T extends object> {
  /** Fulfilled when all lines are answered. */
  done: Promise<void> = Promise.resolve();
  private touched: ReadonlySet<string> | undefined = new Set();

  constructor(
    private readonly job: BulkJob<T>,
    readonly lines: readonly BulkLine<T>[],
    private before?: BulkBatch<T>,
  ) {}

  /** Applies the batch. @returns what became of each line */
  async outcomes(): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const outcomes = new Map(await this.findUnchanged());
    const accepted = await this.check(outcomes);
    const before = this.before?.done ?? Promise.resolve();
    const rows = accepted.map(({ row }) => row);
    const texts = accepted.map(({ line }) => line.text);
    const applied = rows.length === 0 ? [] : await this.job.apply({ rows, texts, before });
    applied.forEach((outcome, index) => {
      const line = accepted[index]?.line;
      if (line !== undefined) outcomes.set(line, outcome);
    });
    await before;
    this.touched = touchedBy(applied);
    // Else each batch of a file would keep all batches in front of it in memory.
    this.before = undefined;
    return outcomes;
  }

  /** Checks the lines that have no outcome, and refuses the wrong ones. @returns the others */
  private async check(outcomes: Map<BulkLine<T>, RowOutcome>): Promise<{ line: BulkLine<T>; row: T }[]> {
    const others = this.lines.filter((line) => !outcomes.has(line));
    await checkInTurns(others);
    return others.flatMap((line) => {
      const result = line.check();
      if ('row' in result) return [{ line, row: result.row }];
      outcomes.set(line, { kind: 'refused', refusal: result.refusal });
      return [];
    });
  }

  /**
   * What a line means is only known when those before it are stored. Nearly always these are about other people: the
   * database is asked while the batch before is at work, and once more if it has to be.
   */
  private async findUnchanged(): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>> {
    const { unchanged } = this.job;
    if (unchanged?.areExpected() !== true) return new Map();
    // A read that failed beside a batch is no reason to cut the file short; the batch may have met the same fault.
    const [early] = await Promise.all([unchanged.find(this.lines).catch(() => undefined), this.before?.done]);
    const touched = this.before?.touched;
    if (early === undefined || touched === undefined) return unchanged.find(this.lines);
    return new Map(
      [...early].filter(([, outcome]) => outcome.kind === 'refused' || !touched.has(outcome.id)),
    );
  }
}
