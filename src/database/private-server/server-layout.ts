import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PrivateServerError } from './private-server-error.js';
import { userId } from './process-identity.js';

/** The paths of one private server. */
export interface ServerLayout {
  readonly root: string;
  readonly data: string;
  readonly temp: string;
  readonly errorLog: string;
  readonly pidFile: string;
  readonly record: string;
  /** Has a file for each process that uses the server. */
  readonly registrations: string;
  readonly lock: string;
  readonly socket: string;
}

// The kernel's limits are 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 103;

export function layoutOf(directory: string): ServerLayout {
  const root = resolve(directory);
  return {
    root,
    data: join(root, 'data'),
    temp: join(root, 'tmp'),
    errorLog: join(root, 'error.log'),
    pidFile: join(root, 'mysqld.pid'),
    record: join(root, 'server.json'),
    registrations: join(root, 'registrations'),
    lock: join(root, 'lock'),
    socket: socketPathFor(root),
  };
}

/**
 * Creates the folders with access for the current user only: a process that can connect to the socket is the database's
 * root user.
 */
export function prepareFolders(layout: ServerLayout): void {
  for (const folder of [layout.root, layout.temp, layout.registrations]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const socketFolder = dirname(layout.socket);
  if (socketFolder !== layout.root) prepareSocketFolder(socketFolder);
}

function socketPathFor(root: string): string {
  const inside = join(root, 'mysql.sock');
  if (fits(inside)) return inside;
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const name = join(`integration-api-${userId()}-${hash}`, 'mysql.sock');
  const inTemp = join(tmpdir(), name);
  return fits(inTemp) ? inTemp : join('/tmp', name);
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH;
}

// The parent is writable by all users, so another user may have created the folder first.
function prepareSocketFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userId() || (found.mode & 0o077) !== 0) {
    throw new PrivateServerError(
      `${folder} must be a folder that only you can open; remove it and try again.`,
    );
  }
}
