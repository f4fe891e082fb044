// The systems that the examples deliver into. Each is made ready, and reports afterwards what it has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { startPrivateServer } from '#service/database/private-server/private-server.js';
import { ask } from '../backup/database-connection.mjs';
import { ROOT, say } from '../setup/setup.mjs';

const examples = join(ROOT, 'examples');
const DATABASE = 'integration_example';

/** By the name of the example: from the service's configuration to `env`, `outcome` and `close`. */
export const TARGETS = { 'csv-drop': folder, 'rest-sis': pretendSis, 'database-table': database };

function folder({ dataDir }) {
  const drop = join(dataDir, 'examples/drop');
  mkdirSync(drop, { recursive: true });
  return {
    env: { DROP_FOLDER: drop },
    outcome: () => [`${drop} has these files:`, ...readdirSync(drop).map((name) => `  ${name}`)],
    close: () => undefined,
  };
}

async function pretendSis() {
  const sis = spawn(process.execPath, [join(examples, 'rest-sis/sis.mjs')], {
    env: { ...process.env, SIS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(sis, 'exit');
  const [said] = await Promise.race([once(sis.stdout, 'data'), ended]);
  const url = String(said).trim();
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
    close: async () => {
      sis.kill();
      await ended;
    },
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
