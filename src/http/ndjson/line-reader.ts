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

/**
 * Cuts a byte stream into lines and yields those that each chunk completed, blank ones left out. A line over the limit
 * is dropped while it arrives, so memory stays within one chunk and one line.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<InputLine[], void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 0;

  const finish = (): InputLine | undefined => {
    number += 1;
    const line: InputLine | undefined =
      length > maxBytes
        ? { number, problem: 'too long' }
        : decode(number, parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts));
    parts = [];
    length = 0;
    return line;
  };
  const collect = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };

  for await (const chunk of source) {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      collect(chunk.subarray(start, end));
      const line = finish();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) collect(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  const last = length > 0 ? finish() : undefined;
  if (last !== undefined) yield [last];
}
