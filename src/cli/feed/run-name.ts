import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

const LONGEST_NAME = 78;
/** What tells apart names that have other characters, or too many. Letters: the digits of a run tell no series. */
const LETTERS = 6;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** What tells apart contents. */
const DIGITS = 8;

/**
 * The name of a run that is given none, such as `2026-11-22.people.csv.50138264`: the day in UTC, the name of the file,
 * and a number of its content. The same file fed again on the same day continues its run; another content, or another
 * file, is another run, so that the undo of one never reaches people of the other. What is no file, such as a pipe, has
 * the time of day instead.
 */
export async function defaultRun(file: string, now: Date): Promise<string> {
  const [day = '', time = ''] = now.toISOString().split(/[T.]/);
  const isFile = file !== '-' && (await stat(file)).isFile();
  const name = file === '-' ? 'stdin' : nameInRun(basename(file));
  return `${day}.${name}.${isFile ? await numberOf(file) : time.replaceAll(':', '')}`;
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

async function numberOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const number = hash.digest().readUIntBE(0, 6) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}
