// The systems that the examples deliver into. Each is made ready, and reports afterwards what it has.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { startPrivateServer } from '#service/database/private-server/private-server.js';
import { ask } from '../backup/database-connection.mjs';
import { ensurePython } from '../programs/python.mjs';
import { fail, ROOT, run, say } from '../setup/setup.mjs';

const examples = join(ROOT, 'examples');
const DATABASE = 'integration_example';

/** By the name of the example: from the service's configuration to `env`, `outcome` and `close`. */
export const TARGETS = {
  'csv-drop': folder,
  'rest-sis': pretendSis,
  'database-table': database,
  webhooks: pretendReceiver,
  mirror,
};

function folder({ dataDir }) {
  const drop = join(dataDir, 'examples/drop');
  mkdirSync(drop, { recursive: true });
  return {
    env: { DROP_FOLDER: drop },
    outcome: () => [`${drop} has these files:`, ...readdirSync(drop).map((name) => `  ${name}`)],
    close: () => undefined,
  };
}

/** Starts one of the pretend systems, which prints its address. */
async function started(file, env) {
  const child = spawn(process.execPath, [join(examples, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  const close = async () => {
    child.kill();
    await ended;
  };
  return { url: String(said).trim(), close };
}

/** Its folder is emptied, so that the events that are kept come again. */
async function pretendReceiver({ dataDir }) {
  const directory = join(dataDir, 'examples/webhooks');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const { url, close } = await started('webhooks/receiver.mjs', {
    RECEIVER_PORT: '0',
    WEBHOOK_SECRET: secret,
  });
  return {
    program: 'forwarder.mjs',
    env: { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_FOLDER: directory },
    outcome: async () => {
      const events = /** @type {any[]} */ (await (await fetch(url)).json());
      return ['The receiver has these events:', ...events.map(({ type, subject }) => `  ${type} ${subject}`)];
    },
    close,
  };
}

async function mirror({ dataDir }) {
  const python = await ensurePython(['sqlite3']);
  if (python === undefined) fail('Python 3.9 or later is needed; name one in PYTHON.');
  const directory = join(dataDir, 'examples/mirror');
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'mirror.sqlite');
  return {
    command: python,
    program: 'mirror.py',
    env: { MIRROR_FILE: file, PYTHONPATH: join(ROOT, 'clients/python/src') },
    outcome: async () => {
      const { stdout } = await run(python, ['-c', COUNTS, file]);
      return [`${file} has these rows:`, ...stdout.trimEnd().split('\n')];
    },
    close: () => undefined,
  };
}

const COUNTS = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table in ("people", "progress"):
    print(" ", table, *db.execute(f"SELECT COUNT(*) FROM {table}").fetchone())
`;

async function pretendSis() {
  const { url, close } = await started('rest-sis/sis.mjs', { SIS_PORT: '0' });
  return {
    env: { SIS_URL: url },
    outcome: async () => {
      const answer = await fetch(`${url}/changes`);
      const changes = /** @type {any[]} */ (await answer.json());
      return [
        'The SIS has these changes:',
        ...changes.map(
          ({ student, formType, fields }) => `  ${student} ${formType} ${JSON.stringify(fields)}`,
        ),
      ];
    },
    close,
  };
}

/** A database of its own, on the server of `npm start` or on one that EXAMPLE_DATABASE_URL names. */
async function database({ dataDir }) {
  const given = process.env.EXAMPLE_DATABASE_URL;
  if (given) return targetAt(given);
  const server = await startPrivateServer({ directory: join(dataDir, 'mysql'), durable: true, log: say });
  await createDatabase(server);
  return targetAt(urlOf(server), () => server.stop());
}

function targetAt(url, close = async () => {}) {
  return { env: { TARGET_DATABASE_URL: url }, outcome: () => rowsOf(url), close };
}

/** The private server listens on no network. */
function urlOf({ socketPath, user }) {
  return `mysql://${user}@localhost/${DATABASE}?socketPath=${encodeURIComponent(socketPath)}`;
}

async function createDatabase({ socketPath, user }) {
  const connection = await createConnection({ socketPath, user });
  await connection.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4`);
  await connection.end();
}

async function rowsOf(url) {
  const connection = await createConnection(url);
  const rows = await ask(connection, 'SELECT submissionId, studentId, formType FROM deliveries ORDER BY 1');
  await connection.end();
  return [
    'The table has these rows:',
    ...rows.map(({ submissionId, studentId, formType }) => `  ${submissionId} ${studentId} ${formType}`),
  ];
}
