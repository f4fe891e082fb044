import { readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

import { isRootUser } from './process-identity.js';
import type { ServerLayout } from './server-layout.js';

const LARGEST_PACKET = '64M';
const MEBIBYTE = 1024 * 1024;

/** The options both families share; `--loose-` lets one list serve them all. */
function commonFlags(layout: ServerLayout, data: string): string[] {
  return [
    '--no-defaults', // must come first
    `--datadir=${data}`,
    `--tmpdir=${layout.temp}`,
    // Debian's MySQL refuses to start when its default folder is missing.
    `--secure-file-priv=${layout.temp}`,
    '--skip-log-bin',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    // Containers often forbid or limit the kernel's asynchronous I/O.
    '--innodb-use-native-aio=0',
    // Both families refuse to run as root unless a flag allows it.
    ...(isRootUser() ? ['--user=root'] : []),
  ];
}

export function runFlags(layout: ServerLayout, durable: boolean): string[] {
  return [
    ...commonFlags(layout, layout.data),
    `--socket=${layout.socket}`,
    `--pid-file=${layout.pidFile}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--loose-mysqlx=OFF',
    '--performance-schema=OFF',
    '--max-connections=200',
    `--max-allowed-packet=${LARGEST_PACKET}`,
    ...(durable ? durableFlags(layout) : fastFlags()),
  ];
}

export function mysqlInitFlags(layout: ServerLayout, data: string): string[] {
  return [...commonFlags(layout, data), ...redoLog(64), '--initialize-insecure'];
}

/** The flags with which `mariadb-install-db` calls the server; the script itself is in the client's package. */
export function mariadbBootstrapFlags(layout: ServerLayout, data: string): string[] {
  return [
    ...commonFlags(layout, data),
    ...redoLog(64),
    '--bootstrap',
    '--silent-startup',
    '--log-warnings=0',
    '--enforce-storage-engine=',
    '--max-allowed-packet=8M',
    '--net-buffer-length=16K',
  ];
}

function redoLog(mebibytes: number): string[] {
  return [`--loose-innodb-log-file-size=${mebibytes}M`, `--loose-innodb-redo-log-capacity=${mebibytes}M`];
}

/** An eighth of the memory: enough for a million people (about 2.5 GiB) on a server, and small enough for a laptop. */
function bufferPool(): string {
  const eighth = Math.floor(totalmem() / 8 / MEBIBYTE);
  return `--innodb-buffer-pool-size=${Math.min(Math.max(eighth, 256), 4096)}M`;
}

/**
 * Tables that the smaller log is enough for. The log takes its whole size on the disk; with a small one, a long upload
 * writes the same pages to the disk again and again.
 */
const FEW_MIB = 256;

function tablesMiB(data: string): number {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ibd'),
  );
  return files.reduce((sum, file) => sum + statSync(join(data, file)).size, 0) / MEBIBYTE;
}

/** An acknowledged commit survives a power cut. */
function durableFlags({ data }: ServerLayout): string[] {
  return [
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-doublewrite=1',
    bufferPool(),
    ...redoLog(tablesMiB(data) < FEW_MIB ? 96 : 512),
  ];
}

/** Without durability; for tests. */
function fastFlags(): string[] {
  return [
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-flush-method=fsync',
    ...redoLog(64),
    '--innodb-buffer-pool-size=128M',
  ];
}
