// What was committed after a backup, from the binary logs.
import { accessSync, constants } from 'node:fs';
import { basename } from 'node:path';
import { feed } from './backup-file.mjs';
import { needClient, startClient } from './database-client.mjs';
import { ask, open } from './database-connection.mjs';

/**
 * Checks, before anything is written, that what was committed after a backup can be applied to its copy.
 * @param {{ family: string, file: string, backup: any, until: any, logs: { files?: any, server?: any }, from?:
 * string }} of `backup` is what `readBackup` returns; `until` a time with its zone, of which whole seconds count,
 * and a commit of the very second is left out; `logs` has `files`, copies of the logs, the first of which is that of
 * the position, or `server` that still has them; `from` is the name of the database in the logs, where the backup
 * does not say it
 * @returns what {@link applyBinaryLogs} needs
 * @throws {Error} with a sentence for the terminal when it cannot be
 */
export async function prepareBinaryLogs({ family, file, backup, until, logs: { files, server }, from }) {
  const { position, database = from, begun } = backup;
  if (position === undefined)
    throw new Error(`${file} does not say where the binary log stood; it was made without --position.`);
  if (database === undefined)
    throw new Error(`${file} does not say of which database it is; name it in --from.`);
  if (from !== undefined && from !== database)
    throw new Error(`${file} is a backup of ${database}, and --from names ${from}.`);
  const time = parseUntil(until);
  if (begun !== undefined && time < begun)
    throw new Error(`${file} was begun at ${begun.toISOString()}, after --until; take an earlier backup.`);
  const program = await needClient('binlog', family);
  return { program, server, from: database, position, time, logs: await logsOf({ files, server, position }) };
}

function parseUntil(text) {
  const time = /(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    throw new Error('--until must be a time with its zone, such as 2026-11-20T14:05:00Z.');
  return time;
}

async function logsOf({ files, server, position }) {
  if (files === undefined) return logsSince(server, position.log);
  if (basename(files[0]) !== position.log)
    throw new Error(`The backup ends in ${position.log}; name that binary log first, and those after it.`);
  for (const name of files) accessSync(name, constants.R_OK);
  return files;
}

/** The binary logs that the server has, from this one on. */
async function logsSince(server, first) {
  const connection = await open(server);
  try {
    const rows = await ask(connection, 'SHOW BINARY LOGS');
    const names = rows.map(({ Log_name: name }) => name);
    if (!names.includes(first))
      throw new Error(`The server has no ${first} any more, in which the backup ends.`);
    return names.slice(names.indexOf(first));
  } finally {
    connection.destroy();
  }
}

/** Applies what was committed after the backup and before the time. @param prepared by {@link prepareBinaryLogs} */
export async function applyBinaryLogs(client, target, { program, server, from, position, time, logs }) {
  const args = [
    `--start-position=${position.offset}`,
    // The programs read it in the zone of the environment.
    `--stop-datetime=${time.toISOString().slice(0, 19).replace('T', ' ')}`,
    // MariaDB's program selects by the old name, MySQL's by the new one.
    `--database=${program.isMariaDb ? from : target.database}`,
    ...(from === target.database ? [] : [`--rewrite-db=${from}->${target.database}`]),
    // The target gets its own position: with the old one it would take the transactions for known.
    ...(program.isMariaDb ? [] : ['--skip-gtids']),
    ...(server === undefined ? [] : ['--read-from-remote-server']),
    ...logs,
  ];
  // Without a server to ask, the program connects to none.
  const reading = startClient(program, server ?? {}, args, { TZ: 'UTC' });
  await feed(client, target, [reading.child.stdout]);
  await reading.ended;
}
