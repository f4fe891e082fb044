import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { PrivateServerError } from './private-server-error.js';
import { identityOf, isAlive, type ProcessIdentity, sendSignal, waitForExit } from './process-identity.js';
import { lastLines } from './run-command.js';
import type { ServerBinary } from './server-binary.js';
import { runFlags } from './server-flags.js';
import type { ServerLayout } from './server-layout.js';

/** The record of a running server, for processes that did not start it. */
export interface ServerRecord extends ProcessIdentity {
  readonly socketPath: string;
  /** Set once the server was asked to stop: it may still answer for a short time. */
  readonly stopping: boolean;
}

const POLL_MS = 10;
const ANSWER_WITHIN_MS = 2_000;

/** The server that was last started for this layout, if it still runs. */
export function runningServer(layout: ServerLayout): ServerRecord | undefined {
  if (!existsSync(layout.record)) return undefined;
  const record = JSON.parse(readFileSync(layout.record, 'utf8')) as ServerRecord;
  return isAlive(record) ? record : undefined;
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in a terminal reaches only its users, and
 * without waiting for it. Call it under the directory's lock, when no server runs.
 */
export function spawnServer(
  binary: ServerBinary,
  layout: ServerLayout,
  durable: boolean,
  flags: readonly string[] = [],
): ServerRecord {
  for (const stale of [layout.socket, `${layout.socket}.lock`, layout.pidFile])
    rmSync(stale, { force: true });
  if (existsSync(layout.errorLog)) renameSync(layout.errorLog, `${layout.errorLog}.old`);
  const log = openSync(layout.errorLog, 'w', 0o600);
  const child = spawn(binary.path, [...runFlags(layout, durable), ...flags], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  // When the program cannot be executed there is no pid, and waitUntilReady finds nothing alive.
  child.on('error', () => undefined);
  const record = { ...identityOf(child.pid ?? 0), socketPath: layout.socket, stopping: false };
  writeRecord(layout, record);
  return record;
}

/** Resolves once a connection over the socket answers; to false when the process has ended instead. */
export async function waitUntilReady(record: ServerRecord, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isAlive(record)) {
    if (await answers(record.socketPath)) return true;
    if (Date.now() > deadline) {
      const seconds = Math.round(limitMs / 1000);
      throw new PrivateServerError(
        `The private database server (process ${record.pid}) runs but did not answer within ${seconds} s.`,
      );
    }
    await sleep(POLL_MS);
  }
  return false;
}

/** Stops the server cleanly and returns when its process has ended. */
export async function stopServer(layout: ServerLayout, record: ServerRecord, limitMs: number): Promise<void> {
  writeRecord(layout, { ...record, stopping: true });
  sendSignal(record, 'SIGTERM');
  await waitUntilStopped(layout, record, limitMs);
}

export async function waitUntilStopped(
  layout: ServerLayout,
  record: ServerRecord,
  limitMs: number,
): Promise<void> {
  if (!(await waitForExit(record, limitMs))) {
    const seconds = Math.round(limitMs / 1000);
    throw new PrivateServerError(
      `The private database server (process ${record.pid}) did not stop within ${seconds} s.`,
    );
  }
  rmSync(layout.record, { force: true });
}

export function diedError(binary: ServerBinary, layout: ServerLayout): PrivateServerError {
  const log = existsSync(layout.errorLog) ? lastLines(readFileSync(layout.errorLog, 'utf8'), 10) : '';
  return new PrivateServerError(
    `The private database server (${binary.path}) ended while starting; ${layout.errorLog} ends with:\n${log}`,
  );
}

async function answers(socketPath: string): Promise<boolean> {
  if (!existsSync(socketPath)) return false;
  try {
    const connection = await createConnection({
      socketPath,
      user: 'root',
      connectTimeout: ANSWER_WITHIN_MS,
    });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

// Renamed into place, so that a reader never sees half a record.
function writeRecord(layout: ServerLayout, record: ServerRecord): void {
  const unfinished = `${layout.record}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(record), { mode: 0o600 });
  renameSync(unfinished, layout.record);
}
