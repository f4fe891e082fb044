import { TooFewLines } from '../../errors/request.errors.js';

const NEWLINE = 0x0a;
const BOM = '\ufeff';

/** A line of input: its text, or why it cannot have one. Numbers start at 1 and count blank lines. */
export interface InputLine {
  readonly number: number;
  readonly text?: string;
  readonly problem?: 'too long' | 'not UTF-8';
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(number: number, bytes: Uint8Array): InputLine | undefined {
  try {
    const text = decoder.decode(bytes);
    const content = number === 1 && text.startsWith(BOM) ? text.slice(1) : text;
    // Only what JSON takes for white space is blank; the parser itself skips it around a value.
    return /^[ \t\r]*$/.test(content) ? undefined : { number, text: content };
  } catch {
    return { number, problem: 'not UTF-8' };
  }
}

/** A line that was cut out already; undefined when it is blank. */
export function readLine(number: number, bytes: Uint8Array, maxBytes: number): InputLine | undefined {
  return bytes.length > maxBytes ? { number, problem: 'too long' } : decode(number, bytes);
}

/** How many lines are handed over at once; decoding more of them would be a long turn of the event loop. */
const MOST_AT_ONCE = 500;

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}

/** Cuts what arrives into lines, and counts the bytes that become part of none. */
class LineCutter {
  /** Of blank lines, and of what lines have beyond their limit. */
  idleBytes = 0;
  /** Lines that are complete. */
  number = 0;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that this chunk completes, blank ones left out. */
  *cut(chunk: Uint8Array): Generator<InputLine> {
    let start = this.skipBlankLines(chunk, 0);
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.collect(chunk.subarray(start, end));
      const line = this.finish();
      if (line !== undefined) yield line;
      start = this.skipBlankLines(chunk, end + 1);
    }
    if (start < chunk.length) this.collect(chunk.subarray(start));
  }

  /** A last line that nothing ends. */
  last(): InputLine | undefined {
    return this.length > 0 ? this.finish() : undefined;
  }

  /** Without a look at each of them: decoding a blank line takes 270 ns, which a gzip body sends in 0.001 bytes. */
  private skipBlankLines(chunk: Uint8Array, from: number): number {
    if (this.length > 0) return from;
    let start = from;
    for (let at = from; isBlank(chunk[at]); at += 1) {
      if (chunk[at] !== NEWLINE) continue;
      this.number += 1;
      start = at + 1;
    }
    this.idleBytes += start - from;
    return start;
  }

  private finish(): InputLine | undefined {
    this.number += 1;
    const { number, parts, length } = this;
    this.parts = [];
    this.length = 0;
    if (length > this.maxBytes) return { number, problem: 'too long' };
    const line = decode(
      number,
      parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts),
    );
    if (line === undefined) this.idleBytes += length;
    return line;
  }

  private collect(part: Uint8Array): void {
    this.idleBytes += Math.max(0, Math.min(part.length, this.length + part.length - this.maxBytes));
    this.length += part.length;
    if (this.length <= this.maxBytes) this.parts.push(part);
    else this.parts = [];
  }
}

/**
 * Cuts a byte stream into lines and yields those that each chunk completed, blank ones left out. A line over the limit
 * is dropped while it arrives, so memory stays within one chunk and one line.
 * @param mayIdle how many bytes may be part of no line, asked again with each chunk
 * @throws {TooFewLines}
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  mayIdle: () => number = () => Infinity,
): AsyncGenerator<InputLine[], void> {
  const cutter = new LineCutter(maxBytes);
  for await (const chunk of source) {
    let lines: InputLine[] = [];
    for (const line of cutter.cut(chunk)) {
      lines.push(line);
      if (lines.length < MOST_AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    if (lines.length > 0) yield lines;
    if (cutter.idleBytes > mayIdle()) throw new TooFewLines(cutter.number);
  }
  const last = cutter.last();
  if (last !== undefined) yield [last];
}
