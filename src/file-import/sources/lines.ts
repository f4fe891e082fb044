/** A line without its line feed, and its number counted from 1. */
export interface Line {
  number: number;
  bytes: Buffer;
}

const LINE_FEED = 0x0a;

/**
 * Splits bytes at line feeds. A line longer than the limit is cut there and its rest dropped, so that a file without
 * line breaks does not fill the memory.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line> {
  let kept: Buffer[] = [];
  let size = 0;
  let number = 1;
  const keep = (piece: Buffer): void => {
    const part = size + piece.length > limit ? piece.subarray(0, limit - size) : piece;
    if (part.length > 0) kept.push(part);
    size += part.length;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, end));
      yield { number, bytes: joined(kept) };
      kept = [];
      size = 0;
      number += 1;
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (size > 0) yield { number, bytes: joined(kept) };
}

/** One piece is a view of its chunk, several are copied together. */
function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}
