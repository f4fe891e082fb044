import { ensureDataDirectory, familyOf } from './data-directory.js';
import { countRegistered, register, unregister } from './registrations.js';
import { withLock } from './lock-file.js';
import { PrivateServerError } from './private-server-error.js';
import { ensureServerBinary } from './server-binary.js';
import { layoutOf, prepareFolders, type ServerLayout } from './server-layout.js';
import {
  diedError,
  runningServer,
  spawnServer,
  stopServer,
  waitUntilReady,
  waitUntilStopped,
} from './server-process.js';

export interface PrivateServer {
  readonly socketPath: string;
  /** Has no password; the socket's folder is accessible to the current user only. */
  readonly user: 'root';
  /** Releases the server; the call of its last user stops it and returns when it has ended. */
  stop(): Promise<void>;
}

export interface PrivateServerOptions {
  /** Contains data, socket and log; created on first use. Several processes may share it. */
  readonly directory: string;
  /** Whether an acknowledged commit survives a power cut. The process that starts the server decides. */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

// Generous, because the first start may install a package and a start after a crash may recover for long.
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const LOCK_LIMIT_MS = 600_000;

/**
 * Starts a database server on `directory`, or joins the one that runs there, and resolves when it answers.
 * @throws {PrivateServerError} when the server cannot be used; its message is for the user at the terminal
 */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer> {
  const layout = layoutOf(options.directory);
  try {
    return await useServer(layout, options);
  } catch (error) {
    throw isSystemError(error) ? unusableError(layout, error) : error;
  }
}

async function useServer(layout: ServerLayout, options: PrivateServerOptions): Promise<PrivateServer> {
  prepareFolders(layout);
  const { socketPath, registration } = await underLock(layout, options, async () => ({
    socketPath: await bringUp(layout, options),
    registration: register(layout.registrations),
  }));
  let stopped: Promise<void> | undefined;
  return {
    socketPath,
    user: 'root',
    stop: () => (stopped ??= underLock(layout, options, () => leave(layout, registration))),
  };
}

async function bringUp(layout: ServerLayout, options: PrivateServerOptions): Promise<string> {
  return (await joinRunning(layout)) ?? (await startNew(layout, options));
}

/** Waits for a server that another process left starting or stopping, for instance when it was killed. */
async function joinRunning(layout: ServerLayout): Promise<string | undefined> {
  const running = runningServer(layout);
  if (!running) return undefined;
  if (running.stopping) {
    await waitUntilStopped(layout, running, STOP_LIMIT_MS);
    return undefined;
  }
  return (await waitUntilReady(running, START_LIMIT_MS)) ? running.socketPath : undefined;
}

async function startNew(layout: ServerLayout, { durable, log }: PrivateServerOptions): Promise<string> {
  const binary = await ensureServerBinary(log, familyOf(layout.data));
  await ensureDataDirectory(binary, layout);
  const record = spawnServer(binary, layout, durable);
  if (!(await waitUntilReady(record, START_LIMIT_MS))) throw diedError(binary, layout);
  return record.socketPath;
}

async function leave(layout: ServerLayout, registration: string): Promise<void> {
  unregister(registration);
  if (countRegistered(layout.registrations) > 0) return;
  const running = runningServer(layout);
  if (running) await stopServer(layout, running, STOP_LIMIT_MS);
}

function underLock<T>(
  layout: ServerLayout,
  { log }: PrivateServerOptions,
  work: () => Promise<T>,
): Promise<T> {
  const onWait = (holder: number): void => {
    log(`Waiting for process ${holder}, which is starting or stopping the private database server.`);
  };
  return withLock(layout.lock, { limitMs: LOCK_LIMIT_MS, onWait }, work);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
}

/** For another user's folder, a full disk or a read-only file system the message quotes the system's own error. */
function unusableError(layout: ServerLayout, error: NodeJS.ErrnoException): PrivateServerError {
  return new PrivateServerError(`The private database cannot use ${layout.root}: ${error.message}`);
}
