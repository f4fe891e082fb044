/** The values of a text of lines of JSON. */
export function parsedLines(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
