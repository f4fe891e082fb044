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
const DATABASE = /^-- Host: .*?\s+Database: (.+)$/m;
/** The last line of both families. Without it the program has failed, also when the file was packed to its end. */
const COMPLETED = /^-- Dump completed/m;
/** The line that `dump` adds. */
const BEGUN = /^-- Begun at (\S+)$/m;
const FIRST_BYTES = 65_536;
const LAST_BYTES = 4096;

/**
 * Writes a backup.
 * @param options `position`: whether the file says where the binary log stood; `begun`: called once the moment of the
 * backup is fixed
 */
export async function dump(target, family, file, { position = false, begun = () => {} } = {}) {
  const program = await needClient('dump', family);
  const part = `${file}.part`;
  const lastLine = `-- Begun at ${new Date().toISOString()}\n`;
  const { child, ended } = startClient(program, target, [
    ...ARGS,
    ...(program.isMariaDb ? [] : OF_MYSQL),
    ...(position ? [program.isMariaDb ? '--master-data=2' : '--source-data=2'] : []),
    target.database,
  ]);
  try {
    const bytes = createWriteStream(part, { mode: 0o600 });
    await pipeline(
      child.stdout,
      whenTablesBegin(begun),
      followedBy(lastLine),
      createGzip({ level: 6 }),
      bytes,
    );
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
  let hasBegun = false;
  return new Transform({
    transform(chunk, _, done) {
      if (!hasBegun && chunk.includes('CREATE TABLE')) {
        hasBegun = true;
        begun();
      }
      done(null, chunk);
    },
  });
}

function followedBy(text) {
  return new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => done(null, text),
  });
}

/**
 * Reads a whole backup, so that a truncated or damaged one is found before anything is written.
 * @param file its name
 * @param {NodeJS.WritableStream} bytes gets what was dumped
 * @returns what the file says of itself, each undefined where it does not say it: `position`, file and offset of the
 * binary log at the moment of the backup; `database`, the name; `begun`, when the backup was begun
 */
export async function readBackup(file, bytes = new PassThrough().resume()) {
  const ends = new Ends();
  try {
    await pipeline(createReadStream(file), createGunzip(), ends, bytes);
  } catch (error) {
    throw new Error(`${file} cannot be read, or is not a whole backup (${error.code ?? error.message}).`, {
      cause: error,
    });
  }
  if (!COMPLETED.test(ends.last))
    throw new Error(`${file} is not a whole backup: the program that wrote it did not come to its end.`);
  const [, log, offset] = POSITION.exec(ends.first) ?? [];
  const [, begun] = BEGUN.exec(ends.last) ?? [];
  return {
    position: log === undefined ? undefined : { log, offset: Number(offset) },
    database: DATABASE.exec(ends.first)?.[1],
    begun: begun === undefined ? undefined : new Date(begun),
  };
}

/** Keeps the first and the last bytes of what passes. */
class Ends extends Transform {
  first = '';
  last = '';

  _transform(chunk, _, done) {
    const text = chunk.toString('latin1');
    if (this.first.length < FIRST_BYTES) this.first = (this.first + text).slice(0, FIRST_BYTES);
    this.last = (this.last + text).slice(-LAST_BYTES);
    done(null, chunk);
  }
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

/**
 * Sends the statements of these streams to the database.
 * @param {NodeJS.ReadableStream[]} streams
 */
export async function feed(program, target, streams) {
  const { child, ended } = startClient(program, target, [
    '--default-character-set=utf8mb4',
    '--binary-mode',
    target.database,
  ]);
  child.stdout.resume();
  try {
    await pipeline([...streams, child.stdin]);
  } catch (error) {
    // If the program ended, its own error says more.
    await ended;
    throw error;
  }
  await ended;
}
