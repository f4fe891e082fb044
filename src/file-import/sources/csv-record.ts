/** A record of a CSV text. */
export interface ScannedRecord {
  readonly cells: string[];
  /** Of its text, with its line end. */
  readonly length: number;
  /** More than one when a quote spans line ends. */
  readonly lines: number;
  /** Whether each quote begins or ends a cell, or is doubled in a cell in quotes. */
  readonly isClean: boolean;
}

const QUOTE = '"';
const LINE_END = /\r\n|\n|\r/g;

export function countLineEnds(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

/** Where lines begin behind the first one, in a text that ends with a line end. */
export function laterLines(text: string): number[] {
  const ends = [...text.matchAll(LINE_END)].map(({ 0: end, index }) => index + end.length);
  return ends.slice(0, -1);
}

/**
 * Finds records by RFC 4180, with any line ends. In a cell that does not begin with a quote, quotes are letters. One
 * that closes before the cell ends is a letter too, and the cell continues as if it had begun without.
 */
export class RecordScanner {
  private readonly cellEnd: RegExp;

  constructor(readonly delimiter: string) {
    const literal = delimiter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    // The line feed of a CR at the end may not have been read yet.
    this.cellEnd = new RegExp(`${literal}|\\r\\n|\\n|\\r(?!$)`, 'g');
  }

  /** The record that begins at a place of a text; undefined when the text ends before it does. */
  at(text: string, start: number): ScannedRecord | undefined {
    const cells: string[] = [];
    let isClean = true;
    for (let from = start; ;) {
      const closing = text[from] === QUOTE ? closingQuote(text, from + 1) : undefined;
      this.cellEnd.lastIndex = closing === undefined ? from : closing + 1;
      const end = this.cellEnd.exec(text);
      if (end === null || closing === text.length) return undefined;
      const isQuoted = closing !== undefined && closing + 1 === end.index;
      const cell = isQuoted ? text.slice(from + 1, closing) : text.slice(from, end.index);
      if (!isQuoted && cell.includes(QUOTE)) isClean = false;
      cells.push(detached(isQuoted ? cell.replaceAll('""', QUOTE) : cell));
      from = this.cellEnd.lastIndex;
      if (end[0] !== this.delimiter)
        return { cells, length: from - start, lines: countLineEnds(text.slice(start, from)), isClean };
    }
  }
}

/** Of a cell in quotes; the length of the text when there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf(QUOTE, at);
    if (at < 0) return text.length;
    if (text[at + 1] !== QUOTE) return at;
  }
}

/** V8 copies parts that are shorter than this. */
const SHORTEST_VIEW = 13;

/** A part of a long text keeps all of it in memory, and some cells are kept as long as the file is read. */
function detached(part: string): string {
  return part.length < SHORTEST_VIEW ? part : Buffer.from(part).toString();
}
