// npm run restore:drill: takes a backup (or a file that is named), restores it beside, and compares every table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { readBackup, readIn, refuseUsed } from './backup-file.mjs';
import { needClient } from './database-client.mjs';
import { main, withDatabase } from './database-target.mjs';
import { differencesOf } from './drill/digests.mjs';
import { unlessInterrupted } from '../setup/interruption.mjs';

const USAGE = `Usage: npm run restore:drill -- [--backup <file>] [--on <url>] [--until <time> [--binary-log <file>…]]
  Restores a backup of the database of DATABASE_URL (or of the private server) beside it, compares the number of rows
  and the digest of every table, and starts a service on it. Exits with 1 on any difference.
  --backup      restore this file, instead of a backup that is taken now; compared with the rows in the file
  --on          an empty database to restore into; without it a private server is made, and removed at the end.
                With a password: in DRILL_DATABASE_URL instead, as command lines are seen by all users
  --until       apply the binary logs after the backup up to this time, such as 2026-11-20T14:05:00Z
  --binary-log  copies of the binary logs, in order; without it they are read from the server of DATABASE_URL
  --data-only   start no service
  DRILL_API_KEY and DRILL_API_SECRET name a credential of the time of the backup, to be tried.
`;

function read() {
  const { values } = parseArgs({
    options: {
      backup: { type: 'string' },
      on: { type: 'string' },
      until: { type: 'string' },
      'binary-log': { type: 'string', multiple: true },
      'data-only': { type: 'boolean', default: false },
    },
  });
  const { until, backup, 'binary-log': files, on = process.env.DRILL_DATABASE_URL } = values;
  if ((until !== undefined && backup === undefined) || (files !== undefined && until === undefined))
    throw new Error(USAGE);
  if (values.on !== undefined && new URL(values.on).password !== '')
    throw new Error(
      '--on has a password, which all users of this machine see; set DRILL_DATABASE_URL instead.',
    );
  return { ...values, on };
}

const steps = [];

/** Runs a step of the drill and notes how long it took. */
async function timed(what, work) {
  const start = performance.now();
  const result = await unlessInterrupted(work());
  steps.push({ what, seconds: (performance.now() - start) / 1000 });
  return result;
}

/** @returns the file, what it says of itself, and what the tables must hold: rows, and a digest where there is one */
async function obtain({ backup: named }, source, family, folder) {
  if (named !== undefined) {
    const { DumpedRows } = await import('./drill/dumped-rows.mjs');
    const counted = new DumpedRows();
    const backup = await timed('backup read', () => readBackup(named, counted));
    const expected = new Map([...counted.rows].map(([table, rows]) => [table, { rows }]));
    return { file: named, backup, expected, note: 'compared with the rows in the file' };
  }
  const { dumpWithDigests } = await import('./drill/moment.mjs');
  const file = join(folder, 'backup.sql.gz');
  const { digests, lockedMs } = await timed('backup taken', () => dumpWithDigests(source, family, file));
  const note = `compared by rows and digest; writers waited for ${lockedMs.toFixed(0)} ms`;
  return { file, expected: digests, note };
}

/** @returns how the binary logs are applied, which are looked at now; undefined when they are not wanted */
async function planLogs({ until, 'binary-log': files }, { file, backup = undefined }, source, family) {
  if (until === undefined) return undefined;
  const { applyBinaryLogs, prepareBinaryLogs } = await import('./binary-logs.mjs');
  const logs = files === undefined ? { server: source } : { files };
  const prepared = await prepareBinaryLogs({ family, file, backup, until, logs });
  return (client, target) => applyBinaryLogs(client, target, prepared);
}

function rowsOf(tables) {
  return [...tables.values()].reduce((sum, { rows }) => sum + rows, 0);
}

/** @returns the tables of the copy, with rows and digests */
async function tablesOf(target) {
  const [{ digestsOf }, { open }] = await Promise.all([
    import('./drill/digests.mjs'),
    import('./database-connection.mjs'),
  ]);
  const connection = await open(target);
  try {
    return await digestsOf(connection, target.database);
  } finally {
    connection.destroy();
  }
}

async function askService(target, url) {
  const { checkService } = await import('./drill/service-check.mjs');
  return checkService(url, target, await serverKeysOf(), credential());
}

/** @returns the lines of what is wrong */
async function drill(options, source, family, folder) {
  const { withCopy } = await import('./drill/copy-server.mjs');
  return withCopy(options.on, family, source.database, async (target, url) => {
    const client = await needClient('client', family);
    await refuseUsed(client, target);
    const obtained = await obtain(options, source, family, folder);
    const applyLogs = await planLogs(options, obtained, source, family);
    await timed('backup restored', () => readIn(client, target, obtained.file));
    const restored = await timed('tables compared', () => tablesOf(target));
    const problems = differencesOf(obtained.expected, restored);
    let applied;
    if (applyLogs !== undefined) {
      await timed('binary logs applied', () => applyLogs(client, target));
      applied = rowsOf(await tablesOf(target));
    }
    const checks = options['data-only'] ? [] : await timed('service asked', () => askService(target, url));
    const { note } = obtained;
    report({ rows: rowsOf(restored), tables: restored.size, note, applied, checks, problems });
    const wrong = checks.filter(({ isRight }) => !isRight);
    return [...problems, ...wrong.map(({ what, found }) => `${what}: ${found}`)];
  });
}

function credential() {
  const { DRILL_API_KEY: apiKey, DRILL_API_SECRET: apiSecret } = process.env;
  return apiKey === undefined || apiSecret === undefined ? undefined : { apiKey, apiSecret };
}

/** The keys that the service would use: those of the environment, or that of the data directory. */
async function serverKeysOf() {
  const [{ readConfig }, { readServerKeys }] = await Promise.all([
    import('#service/config/environment.js'),
    import('#service/secrets/read-server-keys.js'),
  ]);
  return readServerKeys(readConfig(process.env));
}

function report({ rows, tables, note, applied, checks, problems }) {
  const differing = problems.length === 0 ? 'no difference' : `${problems.length} different`;
  const lines = [
    `| ${tables} tables, ${rows} rows | ${differing}; ${note} |`,
    ...(applied === undefined ? [] : [`| after the binary logs | ${applied} rows |`]),
    ...checks.map(({ what, found, isRight }) => `| ${what} | ${isRight ? '' : 'WRONG: '}${found} |`),
    ...steps.map(({ what, seconds }) => `| ${what} | ${seconds.toFixed(1)} s |`),
  ];
  process.stdout.write(`| what | found |\n| --- | --- |\n${lines.join('\n')}\n`);
}

await main(async () => {
  const options = read();
  const folder = mkdtempSync(join(tmpdir(), 'restore-drill-backup-'));
  try {
    await withDatabase(async (source, family) => {
      const problems = await drill(options, source, family, folder);
      if (problems.length > 0) throw new Error(`The drill failed:\n${problems.join('\n')}`);
      process.stdout.write('The backup can be restored.\n');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
