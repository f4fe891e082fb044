import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import {
  isAlive,
  type ProcessIdentity,
  sendSignal,
} from '../../src/database/private-server/process-identity.js';
import type { Demo } from '../../src/demo/demo.service.js';
import { person } from '../factories/person.js';
import { ensureBuilt, ScriptProcess } from '../support/service-process.js';

const START_LIMIT_MS = 120_000;
/** The pause between two requests of a steady stream, so that the log stays short. */
const PACE_MS = 10;

let dataDir: string;
let service: ScriptProcess;
let baseUrl: string;

// One start for all tests, because each takes seconds.
beforeAll(async () => {
  await ensureBuilt();
  dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'workers-'));
  service = start({ PORT: '0' });
  baseUrl = await service.ready();
}, START_LIMIT_MS);

afterAll(async () => {
  await service.stop('SIGKILL');
  if (existsSync(join(dataDir, 'mysql/server.json'))) sendSignal(databaseProcess(), 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

function start(env: Record<string, string>): ScriptProcess {
  return new ScriptProcess('start.mjs', [], { DATA_DIR: dataDir, WORKERS: '2', ...env });
}

function databaseProcess(): ProcessIdentity {
  return JSON.parse(readFileSync(join(dataDir, 'mysql/server.json'), 'utf8')) as ProcessIdentity;
}

function demo(): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

/** Waits until that many workers have been ready. Returns them in that order, including ended ones. */
async function workers(atLeast: number): Promise<number[]> {
  const line = '"msg":"a worker is ready","pid":(\\d+)';
  await service.said(new RegExp(Array(atLeast).fill(line).join('[^]*?')));
  return [...service.stdout.matchAll(new RegExp(line, 'g'))].map(([, pid]) => Number(pid));
}

/** Sends a request on a new connection, or on one that the agent keeps. */
function send(method: string, path: string, agent: Agent | false = false): ClientRequest {
  const { apiKey, apiSecret } = demo();
  const headers = {
    'X-Service-API-Key': apiKey,
    'X-Service-API-Secret': apiSecret,
    'Content-Type': path.endsWith('/bulk') ? 'application/x-ndjson' : 'application/json',
  };
  return request(baseUrl + path, { method, headers, agent });
}

async function answerTo(sent: ClientRequest, body = ''): Promise<{ status: number; text: string }> {
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, text };
}

const SIS = '/api/v1/integration';

/** The metric of the root check's answers, as a pattern. */
const ROOT_ANSWERS = `http_requests_total\\{method="GET",route="${SIS}",status="200"\\}`;

async function metrics(name: string): Promise<number> {
  const { text } = await answerTo(send('GET', '/metrics'));
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Adds a review event without a submission; a sweep drops it when it is due. */
async function insertEvent(eventId: string, parkedAt: Date | null): Promise<void> {
  const { socketPath } = JSON.parse(readFileSync(join(dataDir, 'mysql/server.json'), 'utf8')) as {
    socketPath: string;
  };
  const database = await createConnection({
    socketPath,
    user: 'root',
    database: 'integration',
    timezone: 'Z',
  });
  const at = new Date(0);
  const row = { eventId, submissionId: 'gone', from: 'submitted', to: 'approved', actor: 'terminal' };
  const times = { occurredAt: at, nextAttemptAt: at, parkedAt, attempts: 0 };
  const { tenantId } = demo();
  await database.query('INSERT INTO `review_outbox` SET ?', [{ ...row, ...times, tenantId, requestId: 'r' }]);
  await database.end();
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}

/** Callers that send one request after the other, half of them on a kept-alive connection. */
class Stream {
  readonly answered: number[] = [];
  readonly failed: unknown[] = [];
  private readonly agents = [
    false,
    false,
    new Agent({ keepAlive: true }),
    new Agent({ keepAlive: true }),
  ] as const;
  private isOver = false;
  private readonly callers = Promise.all(this.agents.map((agent) => this.call(agent)));

  async end(): Promise<void> {
    this.isOver = true;
    await this.callers;
    for (const agent of this.agents) if (agent !== false) agent.destroy();
  }

  private async call(agent: Agent | false): Promise<void> {
    while (!this.isOver) {
      try {
        this.answered.push((await answerTo(send('GET', SIS, agent))).status);
      } catch (error) {
        this.failed.push(codeOf(error));
      }
      await pause(PACE_MS);
    }
  }
}

describe('two workers', () => {
  it('answer under one port, from one database and after one announcement', async () => {
    await Promise.all(
      (await workers(2)).map(async (pid) => {
        const answers = new RegExp(`"worker":${pid},[^\\n]*"msg":"request"`);
        while (!answers.test(service.stdout)) await answerTo(send('GET', SIS));
      }),
    );
    const posted = Array.from({ length: 4 }, () => person());
    const statuses: number[] = [];
    for (const body of posted)
      statuses.push((await answerTo(send('POST', `${SIS}/users`), JSON.stringify(body))).status);
    for (const { externalId } of posted)
      statuses.push((await answerTo(send('GET', `${SIS}/users/${String(externalId)}`))).status);

    expect(statuses).toEqual([201, 201, 201, 201, 200, 200, 200, 200]);
    expect(service.stdout.match(/^Ready at /gm)).toHaveLength(1);
    expect(service.stdout.match(/^A demo tenant was created/gm)).toHaveLength(1);
    expect(service.stdout.match(/#\/invitation\?token=/g)).toHaveLength(1);
  });

  it('answer the metrics of both, and the facts of the database once', async () => {
    const counted = await metrics(ROOT_ANSWERS);
    for (let sent = 0; sent < 6; sent += 1) await answerTo(send('GET', SIS));
    // A request is counted shortly after its answer.
    while ((await metrics(ROOT_ANSWERS)) < counted + 6);
    await insertEvent('parked', new Date(0));
    const answers = await Promise.all([1, 2, 3, 4].map(() => metrics('service_workers')));

    expect(answers).toEqual([2, 2, 2, 2]);
    expect(await metrics(ROOT_ANSWERS)).toBe(counted + 6);
    expect(await metrics('review_events_parked')).toBe(1);
  });
});

describe('a worker that is killed', () => {
  it('is replaced while the other one answers; only requests on its connections fail', async () => {
    // The older one does the periodic work.
    const [first = 0, second = 0] = (await workers(2)).sort((one, other) => one - other);
    const stream = new Stream();
    // Neither accepts its connections, so the one that ends has some left.
    for (const pid of [first, second]) process.kill(pid, 'SIGSTOP');
    const handed = [1, 2, 3, 4].map(() => send('GET', SIS));
    const answers = handed.map((sent) => answerTo(sent).then(({ status }) => status, codeOf));
    await Promise.all(handed.map((sent) => once(sent, 'finish')));
    process.kill(first, 'SIGKILL');
    process.kill(second, 'SIGCONT');
    const [, , third = 0] = await workers(3);
    await service.said(new RegExp(`"worker":${third},[^\\n]*"msg":"request"`));
    await stream.end();
    const failed = [...stream.failed, ...(await Promise.all(answers)).filter((answer) => answer !== 200)];

    expect(new Set(stream.answered)).toEqual(new Set([200]));
    expect(failed.filter((code) => code !== 'ECONNRESET' && code !== 'EPIPE')).toEqual([]);
    expect(stream.failed.length).toBeLessThanOrEqual(4);
    expect(service.stdout.match(/"msg":"a worker crashed and is replaced"/g)).toHaveLength(1);
    expect(await metrics('service_workers')).toBe(2);
  });
});

describe('SIGHUP', () => {
  it('replaces every worker without refusing or losing a request, and the periodic work goes on', async () => {
    const old = (await workers(3)).slice(0, 3);
    const counted = await metrics('process_cpu_seconds_total');
    const answered = await metrics(ROOT_ANSWERS);
    const stream = new Stream();
    service.signal('SIGHUP');
    await service.said(/"msg":"all workers were restarted"/);
    await stream.end();
    await insertEvent('due', null);
    while ((await metrics('review_events_waiting')) > 0);
    while ((await metrics(ROOT_ANSWERS)) < answered + stream.answered.length);

    expect(await workers(5)).toHaveLength(5);
    expect(old.filter((pid) => isRunning(pid))).toEqual([]);
    expect(stream.failed).toEqual([]);
    expect(new Set(stream.answered)).toEqual(new Set([200]));
    expect(await metrics('service_workers')).toBe(2);
    expect(await metrics('process_cpu_seconds_total')).toBeGreaterThan(counted);
    expect(await metrics(ROOT_ANSWERS)).toBe(answered + stream.answered.length);
  });
});

describe('a start that cannot succeed', () => {
  it('says so once, however many workers there are', async () => {
    const { port } = new URL(baseUrl);
    const { code, stderr } = await start({ PORT: port }).ended;

    expect(stderr).toBe(`Port ${port} is taken by another program; stop it, or start with another PORT.\n`);
    expect(code).toBe(1);
  });
});

describe('SIGTERM', () => {
  it('finishes the requests in flight of all workers, then ends workers, database, and itself with 0', async () => {
    const uploads = await Promise.all([1, 2].map(() => openUpload()));
    const [database, running] = [databaseProcess(), (await workers(5)).slice(-2)];

    service.signal('SIGTERM');
    await service.said(/^Stopping/m);
    const answers = await Promise.all(uploads.map((upload) => upload.finish()));
    const { code, stderr } = await service.ended;

    expect(answers).toEqual([2, 2]);
    expect([code, stderr]).toEqual([0, '']);
    expect([isAlive(database), ...running.map(isRunning)]).toEqual([false, false, false]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A bulk request of two lines whose first one is answered. */
async function openUpload(): Promise<{ finish: () => Promise<unknown> }> {
  const upload = send('POST', `${SIS}/users/bulk`);
  upload.write(`${JSON.stringify(person())}\n`);
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  return {
    finish: async () => {
      upload.end(`${JSON.stringify(person())}\n`);
      let text = '';
      for await (const chunk of answer) text += String(chunk);
      const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { summary?: { inserted: number } };
      return last.summary?.inserted;
    },
  };
}
