import { explain, isDatabaseAway, isRetryable } from '../database/transaction/database-errors.js';
import type { Transaction } from '../database/transaction/transaction.js';
import type { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { Task } from './task.js';
import type { Work } from './work.js';
import { LineLogger } from '../log-lines/line-logger.js';

export interface WriteBehindOptions<Row> {
  /** Writes rows; it runs again when the transaction could not be committed. Calls never overlap. */
  readonly store: (transaction: Transaction, rows: readonly Row[]) => Promise<unknown>;
  /**
   * Adds to a row that waits under the same key, and returns it. With keys, rows are stored in the order of these, so
   * that two processes do not deadlock.
   */
  readonly merge?: (waiting: Row, more: Row) => Row;
  /** How many rows may wait; beyond that the oldest are lost. */
  readonly most?: number;
  /** Rows of one call of `store`. */
  readonly atOnce?: number;
}

const MOST = 10_000;
const AT_ONCE = 1000;
/** A part of a full buffer is given up together, so that it costs each further row next to nothing. */
const LOST_PART = 10;

type Key = string | number;
type Entry<Row> = readonly [Key, Row];

/**
 * Rows that wait in memory and are written together, so that no call waits for them or fails because of them. While the
 * database is away they keep waiting, as many as may; of the others only a row that cannot be stored is lost. Losses
 * are counted. A process that is killed loses the rows of its last interval.
 */
export class WriteBehind<Row> {
  readonly task: Task;
  private readonly logger = new LineLogger('Background');
  private waiting = new Map<Key, Row>();
  private lastKey = 0;
  private lostCount = 0;
  private readonly most: number;
  private readonly atOnce: number;

  constructor(
    work: Work,
    private readonly options: WriteBehindOptions<Row>,
    private readonly unitOfWork: Pick<UnitOfWork, 'run'>,
  ) {
    this.most = options.most ?? MOST;
    this.atOnce = options.atOnce ?? AT_ONCE;
    this.task = new Task(work, { run: () => this.write(), ofTenant: () => this.flush() });
  }

  /** How many rows wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** How many rows were lost since the process started. */
  get lost(): number {
    return this.lostCount;
  }

  add(row: Row): void {
    this.lastKey += 1;
    this.keep(this.lastKey, row);
  }

  /** Adds to the row of this key, or makes it. */
  put(key: string, row: Row): void {
    const waiting = this.waiting.get(key);
    if (waiting === undefined) this.keep(key, row);
    else this.waiting.set(key, this.merged(waiting, row));
  }

  /**
   * The row that waits under this key, to be increased.
   * @param nothing makes the row of a new key
   */
  of(key: string, nothing: () => Row): Row {
    let row = this.waiting.get(key);
    if (row === undefined) {
      row = nothing();
      this.keep(key, row);
    }
    return row;
  }

  /**
   * Writes all that waits when it is called, or when the write under way has ended.
   * @throws {QueryFailedError} when the database is away; the rows keep waiting
   */
  flush(): Promise<void> {
    return this.task.runNow();
  }

  /** Writes until nothing waits, for the end of the process; never rejects. */
  async close(): Promise<void> {
    await this.task.stop();
    while (this.waiting.size > 0)
      await this.flush().catch((error: unknown) => {
        this.giveUp(this.waiting.size, error);
        this.waiting.clear();
      });
  }

  private keep(key: Key, row: Row): void {
    if (this.waiting.size >= this.most) this.dropOldest(Math.ceil(this.most / LOST_PART));
    this.waiting.set(key, row);
  }

  /** Rows that come meanwhile are left to the next run, so that a run ends however fast they come. */
  private async write(): Promise<void> {
    const entries = this.inOrder();
    this.waiting = new Map();
    const pieces: Entry<Row>[][] = [];
    for (let from = 0; from < entries.length; from += this.atOnce)
      pieces.push(entries.slice(from, from + this.atOnce));
    await this.storeAll(pieces);
  }

  private inOrder(): Entry<Row>[] {
    const entries = [...this.waiting];
    return this.options.merge === undefined
      ? entries
      : entries.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Halves a piece that the database refuses, until the row that it cannot store is alone. */
  private async storeAll(pieces: Entry<Row>[][]): Promise<void> {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift())
      try {
        await this.storePiece(piece.map(([, row]) => row));
      } catch (error) {
        if (isDatabaseAway(error) || isRetryable(error)) {
          this.putBack([piece, ...pieces].flat());
          throw error;
        }
        const middle = Math.ceil(piece.length / 2);
        if (piece.length === 1) this.giveUp(1, error);
        else pieces.unshift(piece.slice(0, middle), piece.slice(middle));
      }
  }

  /** In one transaction, so that nothing of a piece that is tried again is there already. */
  private storePiece(rows: readonly Row[]): Promise<unknown> {
    return this.unitOfWork.run((transaction) => this.options.store(transaction, rows));
  }

  /** In front of the rows that came meanwhile. */
  private putBack(entries: readonly Entry<Row>[]): void {
    const since = this.waiting;
    this.waiting = new Map(entries);
    for (const [key, row] of since) {
      const older = this.waiting.get(key);
      this.waiting.set(key, older === undefined ? row : this.merged(older, row));
    }
    this.dropOldest(this.waiting.size - this.most);
  }

  private merged(waiting: Row, more: Row): Row {
    return this.options.merge?.(waiting, more) ?? more;
  }

  private dropOldest(count: number): void {
    if (count <= 0) return;
    this.lostCount += count;
    const keys = this.waiting.keys();
    for (let dropped = 0; dropped < count; dropped += 1) {
      const oldest = keys.next();
      if (oldest.done !== true) this.waiting.delete(oldest.value);
    }
  }

  private giveUp(rows: number, error: unknown): void {
    this.lostCount += rows;
    const { name } = this.task.work;
    this.logger.error({ msg: 'rows of a buffer were not stored', work: name, rows, ...explain(error) });
  }
}
