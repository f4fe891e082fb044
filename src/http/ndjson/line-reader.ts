import { TooFewLines, type UnreadableRow } from '../../errors/request.errors.js';

const NEWLINE = 0x0a;
const BOM = '\ufeff';

/** A line of input: its text, or why it has none. Numbers start at 1 and count blank lines. */
export interface InputLine {
  readonly number: number;
  readonly text?: string;
  readonly problem?: 'too long' | 'not UTF-8' | UnreadableRow;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(number: number, bytes: Uint8Array): InputLine | undefined {
  try {
    const text = decoder.decode(bytes);
    const content = number === 1 && text.startsWith(BOM) ? text.slice(1) : text;
    // Only the white space of JSON counts as blank; the parser skips it around a value.
    return /^[ \t\r]*$/.test(content) ? undefined : { number, text: content };
  } catch {
    return { number, problem: 'not UTF-8' };
  }
}

/** Decodes a complete line; undefined when it is blank. */
export function readLine(number: number, bytes: Uint8Array, maxBytes: number): InputLine | undefined {
  return bytes.length > maxBytes ? { number, problem: 'too long' } : decode(number, bytes);
}

/** The most lines that are yielded at once; decoding more would block the event loop. */
const MOST_AT_ONCE = 500;

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}

/** Splits bytes into lines, and counts those that are part of no line. */
class LineSplitter {
  /** The bytes of blank lines, and of lines beyond their limit. */
  idleBytes = 0;
  /** How many lines are complete. */
  number = 0;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that this chunk completes, blank ones left out. */
  *split(chunk: Uint8Array): Generator<InputLine> {
    let start = this.skipBlankLines(chunk, 0);
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.collect(chunk.subarray(start, end));
      const line = this.finish();
      if (line !== undefined) yield line;
      start = this.skipBlankLines(chunk, end + 1);
    }
    if (start < chunk.length) this.collect(chunk.subarray(start));
  }

  /** The last line, when no line feed ends it. */
  last(): InputLine | undefined {
    return this.length > 0 ? this.finish() : undefined;
  }

  /** Skips without decoding, which takes 270 ns for a blank line; gzip sends a blank line in 0.001 bytes. */
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
 * Splits a byte stream into lines and yields those that each chunk completes, blank ones left out. A line over the
 * limit is dropped while it arrives, so memory stays within one chunk and one line.
 * @param mostIdleBytes how many bytes may be part of no line; called for each chunk
 * @throws {TooFewLines} when more bytes than that are part of no line
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  mostIdleBytes: () => number = () => Infinity,
): AsyncGenerator<InputLine[], void> {
  const splitter = new LineSplitter(maxBytes);
  for await (const chunk of source) {
    let lines: InputLine[] = [];
    for (const line of splitter.split(chunk)) {
      lines.push(line);
      if (lines.length < MOST_AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    if (lines.length > 0) yield lines;
    if (splitter.idleBytes > mostIdleBytes()) throw new TooFewLines(splitter.number);
  }
  const last = splitter.last();
  if (last !== undefined) yield [last];
}
