/** What stands in the folder under a name. */
export interface Entry {
  /** As the file system has it; other bytes than those of `name` where that is not UTF-8. */
  readonly raw: Buffer;
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  /** Of the last change of its content, or of its times, in milliseconds. */
  readonly changedAt: number;
}

/** Whether a file is taken, and when. */
export type Readiness =
  | { readonly is: 'ready' }
  | { readonly is: 'settling'; readonly readyAt: number }
  | { readonly is: 'refused'; readonly reason: string }
  /** It is no file of people, or not yet. */
  | { readonly is: 'left' };

/** The folder's own file, which says what files are. */
export const RULES_FILE = 'drops.json';
/** Room for `.result.json` behind it: file systems allow 255 bytes. */
const LONGEST_NAME = 200;
const BEING_WRITTEN = /\.(?:part|tmp|filepart)$/i;
const RESULT = /\.result\.(?:json|csv)$/;
const OK = /\.ok$/i;
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** The rows and the hash that a sender announces of a file, if the folder has them. */
export function okOf(name: string, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  return [`${name}.ok`, `${name}.OK`].map((ok) => entries.get(ok)).find((entry) => entry?.kind === 'file');
}

/**
 * Whether a file of the folder is taken (contract, section 15).
 * @param own files in the folder that its rules name, such as mappings
 * @param settle milliseconds
 */
export function readinessOf(
  entry: Entry,
  entries: ReadonlyMap<string, Entry>,
  own: ReadonlySet<string>,
  { now, settle }: { readonly now: number; readonly settle: number },
): Readiness {
  const { name, kind, changedAt } = entry;
  if (name.startsWith('.') || kind === 'folder' || name === RULES_FILE || own.has(name))
    return { is: 'left' };
  const isSettled = changedAt + settle <= now;
  const settling = { is: 'settling', readyAt: changedAt + settle } as const;
  const problem = problemOf(entry);
  if (problem !== undefined) return isSettled ? { is: 'refused', reason: problem } : settling;
  if (BEING_WRITTEN.test(name) || RESULT.test(name) || OK.test(name)) return { is: 'left' };
  return isSettled || okOf(name, entries) !== undefined ? { is: 'ready' } : settling;
}

function problemOf({ raw, name, kind }: Entry): string | undefined {
  if (kind === 'other')
    return 'it is no plain file, but a link, a pipe or a device; put the file itself here';
  if (!raw.equals(Buffer.from(name)))
    return 'its name is not UTF-8; let the client that sends it use UTF-8 for names';
  if (name.search(CONTROL) >= 0) return 'its name has control characters, such as a line break';
  if (raw.length > LONGEST_NAME) return `its name has ${raw.length} bytes; it may have ${LONGEST_NAME}`;
  return undefined;
}

/** By the bytes of their names, so that the order is the same on every machine. */
export function inOrder(entries: Iterable<Entry>): Entry[] {
  return [...entries].sort((one, other) => Buffer.compare(one.raw, other.raw));
}

/** A name for the archive, without characters that could hide something, and short enough. */
export function safeName(name: string): string {
  let safe = name.replace(CONTROL, '-');
  while (Buffer.byteLength(safe) > LONGEST_NAME) safe = [...safe].slice(0, -1).join('');
  return safe;
}

const LONGEST_IN_RUN = 78;

/**
 * The run of a file: `drop:<name>:<first 16 digits of its hash>`, in the characters that a run's name may have.
 * @param hash SHA-256 of the file as it lies, in hexadecimal
 */
export function runOfDrop(name: string, hash: string): string {
  const plain = name.normalize('NFC').replace(/[^A-Za-z0-9._:-]/gu, '-');
  return `drop:${plain.slice(0, LONGEST_IN_RUN)}:${hash.slice(0, 16)}`;
}
