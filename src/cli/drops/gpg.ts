import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { runCommand } from '../../database/private-server/run-command.js';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';

const status = (...words: readonly string[]): RegExp =>
  new RegExp(`^\\[GNUPG:\\] (?:${words.join('|')})\\b`, 'm');

const DECRYPTED = status('DECRYPTION_OKAY');
const DAMAGED = status('DECRYPTION_FAILED', 'BADMDC', 'BADARMOR', 'BADSIG', 'UNEXPECTED', 'NODATA');
/** Also said of a file that is encrypted for several keys, and then decrypted by another one. */
const NO_SECRET_KEY = status('NO_SECKEY');
/** The sender's signature is not checked where the machine does not have the key for that. */
const NO_PUBLIC_KEY = status('NO_PUBKEY');
/** It was read: as it was not decrypted, it is not encrypted. */
const READ = status('PLAINTEXT');
const STATUS_LINE = /^\[GNUPG:\].*\n?/gm;

interface Ended {
  readonly code: number | null;
  /** stderr, with the lines for programs. */
  readonly output: string;
}

/**
 * Decrypts a file with the machine's gpg and the keys of this user.
 * @param to is written as a whole before anything of it is used
 * @returns why the file cannot be decrypted; undefined when it was
 * @throws {FeedError} when gpg is missing or cannot work, which is not the file's fault
 */
export async function decrypt(
  file: FileHandle,
  to: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { code, output } = await runGpg(file, to, { ...env, LC_ALL: 'C.UTF-8' });
  const isWhole = code === 0 || NO_PUBLIC_KEY.test(output);
  if (DECRYPTED.test(output) && isWhole && !DAMAGED.test(output)) return undefined;
  if (READ.test(output) && !DECRYPTED.test(output) && !DAMAGED.test(output)) return 'it is not encrypted';
  const reason = reasonOf(output.replace(STATUS_LINE, '').replaceAll('gpg: ', ''));
  if (NO_SECRET_KEY.test(output) && !(await hasKey(env)))
    throw new FeedError(`gpg has no secret key of this user: ${reason}`);
  if (DAMAGED.test(output) || NO_SECRET_KEY.test(output)) return `it cannot be decrypted: ${reason}`;
  throw new FeedError(`gpg does not work: ${reason}`);
}

async function runGpg(file: FileHandle, to: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const words = ['--batch', '--no-tty', '--status-fd', '2', '--decrypt'];
  const gpg = spawn('gpg', words, { stdio: [file.fd, 'pipe', 'pipe'], env });
  const { stdout, stderr } = gpg;
  if (stdout === null || stderr === null) throw new Error('gpg has no pipes');
  const ended = once(gpg, 'close') as Promise<[code: number | null]>;
  const written = pipeline(stdout, createWriteStream(to, { mode: 0o600 }));
  const [[code], output, writing] = await Promise.all([
    ended.catch(notStarted),
    text(stderr),
    written.catch((error: unknown) => ({ error })),
  ]);
  // The disk is full.
  if (writing !== undefined) throw writing.error;
  return { code, output };
}

/** Whether this user has a secret key at all. Without one the machine is not set up, and the file is not refused. */
async function hasKey(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { output } = await runCommand('gpg', ['--batch', '--with-colons', '--list-secret-keys'], { env });
  return /^sec:/m.test(output);
}

function notStarted(error: unknown): never {
  throw new FeedError(`gpg cannot be started: ${reasonOf(error)}`);
}
