import { setTimeout as sleep } from 'node:timers/promises';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { printable } from '../feed/report.js';
import type { Terminal } from '../terminal.js';
import { type DropsArguments, readArguments, USAGE } from './arguments.js';
import { Decisions } from './decision.js';
import { DropFolder } from './drop-folder.js';
import { FolderWork } from './folder-work.js';
import { lockFolder } from './folder-lock.js';
import { DropWork } from './one-drop.js';
import { isOfMachine, Stopped } from './refusals.js';
import type { Reach } from './steps.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const LOOK_EVERY_MS = 5000;
/** After the service or the machine could not work. */
const AFTER_FAILURE_MS = 60_000;

/**
 * Feeds the files that others put into a folder. What became of each goes to stdout, everything else to stderr.
 * @param reach called after each step of a file; tests end the process there
 * @returns the exit code: 0 all rows accepted, 1 some rows or files were refused or a run is not complete, 2 it could
 * not work; without `--once` 0 when it was asked to stop
 */
export async function drops(
  argv: readonly string[],
  io: Terminal,
  reach: Reach = () => undefined,
): Promise<number> {
  const say = (text: string): void => {
    io.stderr.write(`drops run: ${printable(text)}\n`);
  };
  try {
    const args = readArguments(argv, io.env);
    if (args === undefined) {
      io.stdout.write(USAGE);
      return 0;
    }
    return await workIn(args, io, { say, reach });
  } catch (error) {
    if (error instanceof FeedError || isOfMachine(error)) say(reasonOf(error));
    else {
      const { describeProblem } = await import('../describe-problem.js');
      io.stderr.write(`${describeProblem(error)}\n`);
    }
    return 2;
  }
}

interface Around {
  readonly say: (text: string) => void;
  readonly reach: Reach;
}

async function workIn(args: DropsArguments, io: Terminal, { say, reach }: Around): Promise<number> {
  const folder = await DropFolder.open(args.dir);
  const unlock = await lockFolder(folder.own);
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort(new Stopped());
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const { stdout, stderr, env } = io;
    const { signal } = stopping;
    const work = new DropWork(folder, new Decisions(folder, reach), { args, stderr, env, signal, reach });
    const files = new FolderWork(folder, work, { args, stdout, say, signal });
    await files.check();
    return await (args.isOnce ? once(files, signal) : forEver(files, signal, say));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await unlock();
  }
}

/** Waits for files that are about to be ready: a job of the night would leave them until the next one. */
async function once(files: FolderWork, signal: AbortSignal): Promise<number> {
  try {
    for (;;) {
      const readyAt = await files.look();
      if (readyAt === undefined) return files.hasLeft ? 2 : files.tally.code;
      await sleep(Math.max(0, readyAt - Date.now()), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return 2;
  }
}

async function forEver(files: FolderWork, signal: AbortSignal, say: Around['say']): Promise<number> {
  const isStopped = (): boolean => signal.aborted;
  while (!isStopped()) {
    try {
      const readyAt = (await files.look()) ?? Infinity;
      await pause(Math.min(LOOK_EVERY_MS, Math.max(0, readyAt - Date.now())), signal);
    } catch (error) {
      if (isStopped()) break;
      if (!(error instanceof FeedError) && !isOfMachine(error)) throw error;
      say(`${reasonOf(error)}; trying again in ${AFTER_FAILURE_MS / 1000} s`);
      await pause(AFTER_FAILURE_MS, signal);
    }
  }
  return 0;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
