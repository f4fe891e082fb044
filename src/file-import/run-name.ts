import { createHash } from 'node:crypto';

const LONGEST_NAME = 78;
/** Distinguishes names with other characters, or too many. Letters, as digits do not distinguish series of runs. */
const LETTERS = 6;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** Distinguishes contents. */
const DIGITS = 8;

/**
 * The name of a run that is given none, such as `2026-11-22.people.csv.50138264`: the day in UTC, the name of the file,
 * and a number of its content. The same file sent again on the same day continues its run; another content, or another
 * file, is another run, so that the undo of one never reaches people of the other.
 * @param content absent of what is no file, such as a pipe; it has the time of day instead
 */
export async function defaultRun(name: string, now: Date, content?: AsyncIterable<Buffer>): Promise<string> {
  const [day = '', time = ''] = now.toISOString().split(/[T.]/);
  const last = content === undefined ? time.replaceAll(':', '') : await numberOf(content);
  return `${day}.${nameInRun(name)}.${last}`;
}

/** A file's name in the characters of a run's name. */
export function nameInRun(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._:-]+/g, '-');
  if (plain === name && name.length <= LONGEST_NAME) return name;
  const bytes = createHash('sha256').update(name).digest().subarray(0, LETTERS);
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${plain.slice(0, LONGEST_NAME - LETTERS - 1)}-${letters}`;
}

async function numberOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  const number = hash.digest().readUIntBE(0, 6) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}
