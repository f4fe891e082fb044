// The built service with its demo university, on a database of its own, with a credential of each kind.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT, say } from '../setup/setup.mjs';

const ADMIN = '/api/v1/admin';

/** @returns the address, the credentials, the identifiers that exist, and the function that ends it */
export async function startSite() {
  const { startPrivateServer } = await import('#service/database/private-server/private-server.js');
  const folder = mkdtempSync(join(tmpdir(), 'integration-api-attack-'));
  const server = await startPrivateServer({ directory: join(folder, 'mysql'), durable: false, log: say });
  const { user, socketPath } = server;
  const place = encodeURIComponent(socketPath);
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: 'true',
    DATA_DIR: folder,
    DATABASE_URL: `mysql://${user}@localhost/service?socketPath=${place}`,
    // Rate limits would end the scans.
    AUTH_FAILURES_PER_MINUTE: '1000000000',
  };
  const child = spawn(process.execPath, [join(ROOT, 'dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const errors = [];
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const baseUrl = await readyAt(child, errors);
    const document = await call(baseUrl, '/docs/openapi.json', {});
    const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    const keyed = { 'X-Service-API-Key': demo.apiKey, 'X-Service-API-Secret': demo.apiSecret };
    const session = await openSession(baseUrl, demo.invitation);
    const values = await findValues(baseUrl, demo, keyed, session);
    return { baseUrl, document, keyed, session, values, database: { user, socketPath }, errors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves with the address, and collects all error lines of the service from then on. */
function readyAt(child, errors) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Ready at (\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
      if (/^{"level":"(error|fatal)"/.test(line)) errors.push(line);
    });
    child.once('exit', () => reject(new Error('The service ended.')));
  });
}

async function openSession(baseUrl, invitation) {
  const token = invitation.split('token=')[1];
  const response = await fetch(`${baseUrl}${ADMIN}/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password: randomBytes(16).toString('hex') }),
  });
  const { data } = /** @type {any} */ (await response.json());
  const [cookie] = response.headers.getSetCookie();
  return { Cookie: cookie?.split(';')[0], 'X-CSRF-Token': data.csrfToken };
}

/**
 * Makes a call; with a body it is a POST unless a method is given.
 * @param {string} baseUrl
 * @param {string} path
 * @param {object} headers
 * @param {object} [body]
 * @param {string} [method]
 * @returns {Promise<any>} the JSON of the answer
 */
async function call(baseUrl, path, headers, body, method = body && 'POST') {
  const all = { ...headers, ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: all,
  });
  return response.json();
}

/** Makes one hold. The limits are removed afterwards, so that the scanned calls are executed. */
async function makeHold(baseUrl, keyed, session) {
  const set = (deprovisioningGuard) =>
    call(baseUrl, `${ADMIN}/settings`, session, { deprovisioningGuard }, 'PATCH');
  await set({ mode: 'hold', perDay: { count: 0 } });
  const [{ id }] = (await call(baseUrl, `${ADMIN}/users?accountStatus=active`, session)).data;
  const inactive = { accountStatus: 'inactive' };
  const { meta } = await call(baseUrl, `/api/v1/integration/users/${id}`, keyed, inactive, 'PATCH');
  await set(null);
  return meta.holdId;
}

/** An existing value of each parameter, so that a call reaches its statements. */
async function findValues(baseUrl, { tenantId }, keyed, session) {
  const ask = async (path, headers, /** @type {object | undefined} */ body = undefined) =>
    (await call(baseUrl, path, headers, body)).data;
  // First, because settings are cached for seconds after a credential was used.
  const holdId = await makeHold(baseUrl, keyed, session);
  const [{ studentId }] = await ask('/api/v1/integration/progress?limit=1', keyed);
  const [{ submissionId }] = await ask('/api/v1/integration/sync/queue?limit=1', keyed);
  const [discrepancy] = await ask(`${ADMIN}/discrepancies`, session);
  const [request] = await ask(`${ADMIN}/requests`, session);
  const [conflict] = await ask(`${ADMIN}/conflicts`, session);
  // Another key to be revoked: after revoking the caller's own one every call would be refused.
  const { apiKey } = await ask(`${ADMIN}/keys`, session, { label: 'spare', scopes: ['integration'] });
  return {
    tenantId,
    apiKey,
    studentId,
    submissionId,
    formType: 'degree_change',
    programId: '_all',
    code: 'candidacy',
    number: '1',
    role: 'student',
    requestId: request.id,
    discrepancyId: discrepancy.id,
    discrepancySubmissionId: discrepancy.submissionId,
    holdId,
    conflictId: conflict.id,
    token: 'A'.repeat(43),
    adminEmail: 'admin@demo.example.edu',
  };
}
