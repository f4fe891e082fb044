import { damaged } from './damaged.js';

const BLOCK = 1024 * 1024;
/** Twenty different ones for each of the rows that a sheet may have; each takes 8 bytes beside its own. */
const MOST_TEXTS = 4_000_000;

/**
 * The texts that cells of a workbook name by their number: in a file of people there is one for nearly each cell. They
 * are kept as bytes, so that their memory is bounded by the bytes of the part that they come from; as strings of their
 * own, each takes some 40 bytes more.
 */
export class SharedTexts {
  /** Where each text ends in all bytes. */
  private readonly ends: number[] = [];
  private readonly blocks: Buffer[] = [];
  private pending = '';
  private size = 0;
  private bytes: Buffer = Buffer.alloc(0);

  /** @throws {FeedError} when there are too many */
  add(text: string): void {
    if (this.ends.length >= MOST_TEXTS) throw damaged(`it has more than ${MOST_TEXTS} texts`);
    const whole = text.toWellFormed();
    this.size += Buffer.byteLength(whole);
    this.ends.push(this.size);
    this.pending += whole;
    if (this.pending.length >= BLOCK) this.flush();
  }

  /** Must be called between the last {@link add} and the first {@link at}. */
  finish(): void {
    this.flush();
    this.bytes = Buffer.concat(this.blocks.splice(0));
  }

  /** The text with this number, from 0 on; undefined when there is none. */
  at(index: number): string | undefined {
    const end = this.ends[index];
    return end === undefined ? undefined : this.bytes.toString('utf8', this.ends[index - 1] ?? 0, end);
  }

  private flush(): void {
    this.blocks.push(Buffer.from(this.pending));
    this.pending = '';
  }
}
