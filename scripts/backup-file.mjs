// A backup as a file: how it is written, checked, and read into a database.
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { needClient, startClient } from './database-client.mjs';

/** One transaction reads all tables, so that they are consistent. It blocks no writer. */
const ARGS = ['--single-transaction', '--hex-blob', '--no-tablespaces', '--default-character-set=utf8mb4'];
/** Options that only MySQL's program knows. */
const OF_MYSQL = ['--set-gtid-purged=OFF', '--column-statistics=0'];
/** Where the binary log stood in the first lines of a dump, in the words of both families. */
const POSITION = /(?:MASTER|SOURCE)_LOG_FILE='([^']+)', (?:MASTER|SOURCE)_LOG_POS=(\d+)/;
const FIRST_BYTES = 65_536;

/**
 * Writes a backup.
 * @param options `position`: whether the file says where the binary log stood; `begun`: called once the moment of the
 * backup is fixed
 */
export async function dump(target, family, file, { position = false, begun = () => undefined } = {}) {
  const program = await needClient('dump', family);
  const part = `${file}.part`;
  const { child, ended } = startClient(program, target, [
    ...ARGS,
    ...(program.isMariaDb ? [] : OF_MYSQL),
    ...(position ? [program.isMariaDb ? '--master-data=2' : '--source-data=2'] : []),
    target.database,
  ]);
  try {
    const bytes = createWriteStream(part, { mode: 0o600 });
    await pipeline(child.stdout, whenTablesBegin(begun), createGzip({ level: 6 }), bytes);
    await ended;
  } catch (error) {
    child.kill();
    rmSync(part, { force: true });
    throw error;
  }
  // Renamed at the end, so that a file of this name is a complete backup.
  renameSync(part, file);
}

/** The program writes a head before it begins its transaction, and the first table after that. */
function whenTablesBegin(begun) {
  let isTold = false;
  return new Transform({
    transform(chunk, _, done) {
      if (!isTold && chunk.includes('CREATE TABLE')) {
        isTold = true;
        begun();
      }
      done(null, chunk);
    },
  });
}

/** Reads the whole file first, so that a truncated or damaged one is found before anything is written. */
export async function checkWhole(file, bytes = new PassThrough().resume()) {
  try {
    await pipeline(createReadStream(file), createGunzip(), bytes);
  } catch (error) {
    throw new Error(`${file} cannot be read, or is not a whole backup (${error.code ?? error.message}).`, {
      cause: error,
    });
  }
}

/** @returns file and offset of the binary log at the moment of the backup; undefined when the file does not say */
export async function positionIn(file) {
  let head = '';
  for await (const chunk of createReadStream(file).pipe(createGunzip())) {
    head += chunk.toString('latin1');
    if (head.length > FIRST_BYTES) break;
  }
  const [, log, offset] = POSITION.exec(head.slice(0, FIRST_BYTES)) ?? [];
  return log === undefined ? undefined : { log, offset: Number(offset) };
}

/** @throws {Error} when the database has tables */
export async function refuseUsed(program, target) {
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

export async function readIn(program, target, file) {
  await feed(program, target, [createReadStream(file), createGunzip()]);
}

/** Sends the statements of these streams to the database. */
export async function feed(program, target, streams) {
  const { child, ended } = startClient(program, target, [
    '--default-character-set=utf8mb4',
    '--binary-mode',
    target.database,
  ]);
  child.stdout.resume();
  try {
    await pipeline(...streams, child.stdin);
  } catch (error) {
    // If the program ended, its own error says more.
    await ended;
    throw error;
  }
  await ended;
}
