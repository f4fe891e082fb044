import type { Writable } from 'node:stream';
import { count, printable } from './report.js';
import type { Source } from './source.js';

const BAR_EVERY_MS = 200;
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 24;

/** Shows how far the file has been sent: a bar on a terminal, elsewhere a line every ten seconds. */
export class PositionDisplay {
  private readonly terminal: boolean;
  private readonly start: number;
  private shown: number;
  private drawn = false;

  constructor(
    private readonly out: Writable & { isTTY?: boolean },
    private readonly source: Source,
    private readonly now: () => number = Date.now,
  ) {
    this.terminal = out.isTTY === true;
    this.start = this.now();
    this.shown = this.start;
  }

  /** Called after each answered row; cheap when there is nothing to show. */
  update(rows: number): void {
    const now = this.now();
    if (now - this.shown < (this.terminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    this.shown = now;
    const rate = Math.round((rows * 1000) / Math.max(1, now - this.start));
    const text = `${count(rows)} rows  ${count(rate)}/s`;
    if (this.terminal) {
      this.out.write(`\r\x1b[K${this.bar()}${text}`);
      this.drawn = true;
    } else {
      this.out.write(`${this.percent()}${text}\n`);
    }
  }

  /** Prints a line of its own, above the bar. */
  notice(text: string): void {
    this.clear();
    this.out.write(`${printable(text)}\n`);
  }

  /** Removes the bar. */
  clear(): void {
    if (this.drawn) this.out.write('\r\x1b[K');
    this.drawn = false;
  }

  private part(): number | undefined {
    const { totalBytes } = this.source;
    return totalBytes === undefined || totalBytes === 0
      ? undefined
      : Math.min(1, this.source.bytesRead() / totalBytes);
  }

  private percent(): string {
    const part = this.part();
    return part === undefined ? '' : `${Math.floor(part * 100)}%  `;
  }

  private bar(): string {
    const part = this.part();
    if (part === undefined) return '';
    const full = Math.floor(part * BAR_WIDTH);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${this.percent()}`;
  }
}
