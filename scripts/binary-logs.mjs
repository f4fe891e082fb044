// What was committed after a backup, from the binary logs.
import { basename } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { feed } from './backup-file.mjs';
import { needClient, startClient } from './database-client.mjs';

/**
 * The time in the form of the programs, which they read in the zone of the environment.
 * @throws {Error} when it is no time with a zone
 */
export function parseUntil(text) {
  const time = /(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    throw new Error('--until must be a time with its zone, such as 2026-11-20T14:05:00Z.');
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Applies what was committed after the position and before a time. Whole seconds count: a commit of the very second is
 * left out.
 * @param logs `files`: copies of the logs, the first of which is that of the position; or `server` that still has them
 */
export async function applyBinaryLogs({ family, client, target, position, until, logs, from }) {
  const program = await needClient('binlog', family);
  const { files, server } = logs;
  if (files !== undefined && basename(files[0]) !== position.log)
    throw new Error(`The backup ends in ${position.log}; name that binary log first, and those after it.`);
  const args = [
    `--start-position=${position.offset}`,
    `--stop-datetime=${until}`,
    // MariaDB's program selects by the old name, MySQL's by the new one.
    `--database=${program.isMariaDb ? from : target.database}`,
    ...(from === target.database ? [] : [`--rewrite-db=${from}->${target.database}`]),
    // The target gets its own position: with the old one it would take the transactions for known.
    ...(program.isMariaDb ? [] : ['--skip-gtids']),
    ...(files ?? ['--read-from-remote-server', ...(await logsSince(server, position.log))]),
  ];
  // Without a server to ask, the program connects to none.
  const reading = startClient(program, server ?? {}, args, { TZ: 'UTC' });
  await feed(client, target, [reading.child.stdout]);
  await reading.ended;
}

/** The binary logs that the server has, from this one on. */
async function logsSince({ host, port, user, password, socketPath }, first) {
  const connection = await createConnection({ host, port, user, password, socketPath });
  try {
    const [rows] = await connection.query('SHOW BINARY LOGS');
    const names = rows.map(({ Log_name: name }) => name);
    if (!names.includes(first))
      throw new Error(`The server has no ${first} any more, in which the backup ends.`);
    return names.slice(names.indexOf(first));
  } finally {
    connection.destroy();
  }
}
