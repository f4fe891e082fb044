// npm run backup -- <file.sql.gz>: dumps the database as it is at one moment, while the service runs.
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { needClient, startClient } from './database-client.mjs';
import { main, withDatabase } from './database-target.mjs';

/** One transaction reads all tables, so that they are consistent. It blocks no writer. */
const ARGS = ['--single-transaction', '--hex-blob', '--no-tablespaces', '--default-character-set=utf8mb4'];
/** Options that only MySQL's program knows. */
const OF_MYSQL = ['--set-gtid-purged=OFF', '--column-statistics=0'];

async function dump(target, family, file) {
  const program = await needClient('dump', family);
  const part = `${file}.part`;
  const { child, ended } = startClient(program, target, [
    ...ARGS,
    ...(program.isMariaDb ? [] : OF_MYSQL),
    target.database,
  ]);
  try {
    await pipeline(child.stdout, createGzip({ level: 6 }), createWriteStream(part, { mode: 0o600 }));
    await ended;
  } catch (error) {
    child.kill();
    rmSync(part, { force: true });
    throw error;
  }
  // Renamed at the end, so that a file of this name is a complete backup.
  renameSync(part, file);
}

await main(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined || !file.endsWith('.gz'))
    throw new Error('Usage: npm run backup -- <file>, which ends in .gz, such as backup.sql.gz');
  await withDatabase((target, family) => dump(target, family, file));
  process.stderr.write(
    `${file} has everything (${statSync(file).size} bytes), people's data included: ` +
      'keep it as safe as the database.\n' +
      'Keep SERVER_KEY too, in another place: without it no stored credential is valid.\n',
  );
});
