import { isRootUser } from './process-identity.js';
import type { ServerLayout } from './server-layout.js';

const LARGEST_PACKET = '64M';

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
    // Containers often forbid or ration the kernel's asynchronous I/O.
    '--innodb-use-native-aio=0',
    '--loose-innodb-log-file-size=64M',
    '--loose-innodb-redo-log-capacity=64M',
    // Both families refuse to run as root unless told so.
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
    ...(durable ? durableFlags() : fastFlags()),
  ];
}

export function mysqlInitFlags(layout: ServerLayout, data: string): string[] {
  return [...commonFlags(layout, data), '--initialize-insecure'];
}

/** As `mariadb-install-db` calls the server; that script itself needs a package of the client's. */
export function mariadbBootstrapFlags(layout: ServerLayout, data: string): string[] {
  return [
    ...commonFlags(layout, data),
    '--bootstrap',
    '--silent-startup',
    '--log-warnings=0',
    '--enforce-storage-engine=',
    '--max-allowed-packet=8M',
    '--net-buffer-length=16K',
  ];
}

/** An answered commit survives a power cut. */
function durableFlags(): string[] {
  return ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1', '--innodb-buffer-pool-size=256M'];
}

/** Nothing survives anything; for tests. */
function fastFlags(): string[] {
  return [
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-flush-method=fsync',
    '--innodb-buffer-pool-size=128M',
  ];
}
