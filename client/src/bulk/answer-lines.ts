const LONGEST_LINE = 1024 * 1024;

/**
 * The lines of an NDJSON body as they come, blank ones left out.
 * @throws {RangeError} for a line of more than a mebibyte, which no bulk answer has
 */
export async function* linesOf(
  read: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let bytes = await read(); bytes !== undefined; bytes = await read()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new RangeError('A line of the answer is too long.');
    yield lines.filter(isNotBlank);
  }
  if (isNotBlank(rest)) yield [rest];
}

function isNotBlank(line: string): boolean {
  return line.trim() !== '';
}
