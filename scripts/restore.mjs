// npm run restore -- <file.sql.gz>: reads a backup into an empty database.
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { needClient, startClient } from './database-client.mjs';
import { main, withDatabase } from './database-target.mjs';

/** Reads the whole file first, so that a truncated or damaged one is found before anything is written. */
async function checkWhole(file) {
  const bytes = new PassThrough();
  bytes.resume();
  try {
    await pipeline(createReadStream(file), createGunzip(), bytes);
  } catch (error) {
    throw new Error(`${file} cannot be read, or is not a whole backup (${error.code ?? error.message}).`, {
      cause: error,
    });
  }
}

async function refuseUsed(program, target) {
  const { child, ended } = startClient(program, target, ['--batch', '--skip-column-names', target.database]);
  let tables = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (tables += text));
  child.stdin.end('SHOW TABLES;\n');
  await ended;
  if (tables.trim() === '') return;
  throw new Error(
    `The database ${target.database} has tables; a backup is read into an empty one only.\n` +
      'Make another one and name it in DATABASE_URL, or drop this one and make it anew.',
  );
}

async function readIn(program, target, file) {
  const { child, ended } = startClient(program, target, [
    '--default-character-set=utf8mb4',
    '--binary-mode',
    target.database,
  ]);
  child.stdout.resume();
  try {
    await pipeline(createReadStream(file), createGunzip(), child.stdin);
  } catch (error) {
    // If the program ended, its own error says more.
    await ended;
    throw error;
  }
  await ended;
}

await main(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined)
    throw new Error('Usage: npm run restore -- <file>, as npm run backup has written it');
  await checkWhole(file);
  await withDatabase(async (target, family) => {
    const program = await needClient('client', family);
    await refuseUsed(program, target);
    await readIn(program, target, file);
  });
  process.stderr.write(`${file} is restored. Start the service with the SERVER_KEY of that time.\n`);
});
