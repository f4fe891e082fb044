import type { SourceRow } from '../../feed/sources/formats.js';

/**
 * Rows one at a time from an asynchronous source, read one ahead. An error of the source ends it and is kept in
 * `failure`, so that the rows before it are still sent and answered.
 */
export class RowSource {
  private readonly rows: AsyncIterator<SourceRow>;
  private next: SourceRow | undefined;
  private reading = false;
  private done = false;
  private cause: unknown;
  private listener: () => void = () => undefined;

  constructor(rows: AsyncIterable<SourceRow>) {
    this.rows = rows[Symbol.asyncIterator]();
  }

  get ended(): boolean {
    return this.done && this.next === undefined;
  }

  /** The error that ended the source, if one did. */
  get failure(): unknown {
    return this.cause;
  }

  /** Calls back each time a row or the end has arrived. */
  onArrival(listener: () => void): void {
    this.listener = listener;
  }

  /** The next row if it has been read; otherwise the listener is called when it has. */
  take(): SourceRow | undefined {
    const row = this.next;
    this.next = undefined;
    this.read();
    return row;
  }

  /** Resolves when a row has been read or the source has ended. */
  async ready(): Promise<void> {
    while (this.next === undefined && !this.done) {
      await new Promise<void>((resolve) => {
        this.listener = resolve;
        this.read();
      });
    }
  }

  private read(): void {
    if (this.reading || this.done || this.next !== undefined) return;
    this.reading = true;
    this.rows.next().then(
      (result) => {
        if (result.done === true) this.done = true;
        else this.next = result.value;
        this.arrived();
      },
      (error: unknown) => {
        this.done = true;
        this.cause = error;
        this.arrived();
      },
    );
  }

  private arrived(): void {
    this.reading = false;
    this.listener();
  }
}
