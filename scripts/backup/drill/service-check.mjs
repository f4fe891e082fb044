// Starts the service on the restored database and asks it some questions.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ask, open } from '../database-connection.mjs';
import { endWithUs } from '../../setup/interruption.mjs';
import { ROOT } from '../../setup/setup.mjs';

const PEOPLE_ASKED = 5;

/**
 * @param keys `{ current, previous }`, as the service reads them
 * @param credential `{ apiKey, apiSecret }` of the time of the backup; undefined when none was given
 * @returns a list of `{ what, found, isRight }`
 */
export async function checkService(url, target, { current, previous }, credential) {
  const folder = mkdtempSync(join(tmpdir(), 'restore-drill-service-'));
  // Nothing else of this environment: a service on a copy must send no mail and use no Redis and no replica.
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATABASE_URL: url,
    SERVER_KEY: current.text,
    ...(previous === undefined ? {} : { SERVER_KEY_PREVIOUS: previous.text }),
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'false',
  };
  const service = spawn(process.execPath, [join(ROOT, 'dist/main.js')], {
    env: { ...env, HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(service);
  try {
    const baseUrl = await addressOf(service);
    return [
      await ready(baseUrl),
      ...(await credentialOf(baseUrl, credential)),
      ...(await people(baseUrl, target, env)),
    ];
  } finally {
    service.kill();
    if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = /^Ready at (\S+) /.exec(line) ?? [];
    if (address === undefined) continue;
    stdout.resume();
    return address;
  }
  throw new Error('The service did not start on the restored database.');
}

async function ready(baseUrl) {
  const { status } = await fetch(`${baseUrl}/health/ready`);
  return { what: '/health/ready', found: String(status), isRight: status === 200 };
}

function headersOf({ apiKey, apiSecret }) {
  return { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
}

async function credentialOf(baseUrl, credential) {
  const what = 'a credential of that time';
  if (credential === undefined) return [{ what, found: 'not tried (DRILL_API_KEY)', isRight: true }];
  const { status } = await fetch(`${baseUrl}/api/v1/integration`, { headers: headersOf(credential) });
  return [{ what, found: String(status), isRight: status === 200 }];
}

/** Reads some people of the tenant with the most of them, with a key that is made in the copy. */
async function people(baseUrl, target, env) {
  const connection = await open(target);
  try {
    const [tenant] = await ask(
      connection,
      'SELECT u.`tenantId` AS `id`, COUNT(*) AS `people` FROM `users` u JOIN `tenants` t ON t.`id` = u.`tenantId` ' +
        "WHERE t.`status` = 'active' GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
    );
    if (tenant === undefined) return [{ what: 'people', found: 'none, in no active tenant', isRight: true }];
    const key = await newKey(tenant.id, env);
    const headers = headersOf(key);
    const sql = 'SELECT `id` FROM `users` WHERE `tenantId` = ? ORDER BY RAND() LIMIT ?';
    const rows = await ask(connection, sql, [tenant.id, PEOPLE_ASKED]);
    const answers = await Promise.all(
      rows.map(async ({ id }) => {
        const answer = await fetch(`${baseUrl}/api/v1/integration/users/${id}`, { headers });
        const { data } = /** @type {any} */ (await answer.json());
        return answer.status === 200 && data.id === id;
      }),
    );
    const right = answers.filter((isRight) => isRight).length;
    const what = `people of ${tenant.id}, which has ${tenant.people}`;
    return [
      { what, found: `${right} of ${rows.length} asked for`, isRight: right === rows.length },
      await audit(connection, tenant.id, key),
    ];
  } finally {
    connection.destroy();
  }
}

/** It must say who made the key. */
async function audit(connection, tenantId, { apiKey }) {
  const [{ entries, found }] = await ask(
    connection,
    'SELECT COUNT(*) AS `entries`, SUM(`target` = ?) AS `found` FROM `audit_events` WHERE `tenantId` = ?',
    [`key:${apiKey}`, tenantId],
  );
  const isRight = Number(found) === 1;
  const presence = isRight ? 'the new key is in it' : 'the new key is not in it';
  return { what: 'audit log', found: `${entries} entries; ${presence}`, isRight };
}

async function newKey(tenantId, env) {
  const words = [
    'key',
    'create',
    '--tenant',
    tenantId,
    '--scopes',
    'integration',
    '--label',
    'restore drill',
    '--json',
  ];
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const [text, problem] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  if (!text.startsWith('{'))
    throw new Error(`No key could be made in the restored database: ${problem.trim()}`);
  return JSON.parse(text);
}

async function textOf(stream) {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}
