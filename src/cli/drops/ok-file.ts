/** What a sender says of a file, in `<name>.ok`. */
export interface Announcement {
  /** Of the file, without its header. */
  readonly rows?: number;
  /** Of the file as it lies, in lower case. */
  readonly sha256?: string;
}

const LINE = /^(?:rows:\s*(?<rows>\d{1,10})|sha256:\s*(?<sha256>[0-9a-f]{64}))$/i;

/**
 * Reads the content of `<name>.ok`: nothing, or lines `rows: N` and `sha256: HEX`.
 * @returns a text: what is wrong with it
 */
export function parseOk(content: string): Announcement | string {
  const lines = content
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let said: Announcement = {};
  for (const line of lines) {
    const { rows, sha256 } = LINE.exec(line)?.groups ?? {};
    if (rows === undefined && sha256 === undefined)
      return `its .ok has the line "${line.slice(0, 80)}", which is neither "rows: N" nor "sha256: HEX"`;
    if (rows !== undefined) said = { ...said, rows: Number(rows) };
    if (sha256 !== undefined) said = { ...said, sha256: sha256.toLowerCase() };
  }
  return said;
}

/** What does not fit between a file and its announcement; undefined when all does. */
export function misfitOf(
  said: Announcement,
  file: { readonly rows: number } | { readonly sha256: string },
): string | undefined {
  if ('sha256' in file)
    return said.sha256 === undefined || said.sha256 === file.sha256
      ? undefined
      : `its SHA-256 is ${file.sha256}, and its .ok says ${said.sha256}; send it again`;
  return said.rows === undefined || said.rows === file.rows
    ? undefined
    : `it has ${file.rows} rows, and its .ok says ${said.rows}; send it again`;
}
