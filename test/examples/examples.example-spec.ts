import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IntegrationApi, type SyncItem } from '../../client/src/index.js';
import type { Demo } from '../../src/demo/demo.service.js';
import {
  BUILD_LIMIT_MS,
  type Ended,
  ensureBuilt,
  PROJECT_ROOT,
  runScript,
  ScriptProcess,
} from '../support/service-process.js';
import { all, student } from '../client/people.js';
import { Receiver } from './receiver.js';

let scratch: string;
let dataDir: string;
let service: ScriptProcess;
let api: IntegrationApi;
let credential: { readonly url: string; readonly apiKey: string; readonly apiSecret: string };

function start(): ScriptProcess {
  return new ScriptProcess('start.mjs', [], { DATA_DIR: dataDir, PORT: '0' });
}

/** Creating the demo university takes long, so it is done only once. */
beforeAll(async () => {
  await ensureBuilt();
  const built = await runScript('build/build-client.mjs', []);
  if (built.code !== 0) throw new Error(built.stderr);
  scratch = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'examples-'));
  dataDir = join(scratch, 'first');
  const first = start();
  await first.ready();
  await first.stop();
}, BUILD_LIMIT_MS);

beforeEach(async () => {
  dataDir = await mkdtemp(join(scratch, 'case-'));
  for (const name of ['demo.json', 'server.key', 'mysql/data'])
    await cp(join(scratch, 'first', name), join(dataDir, name), { recursive: true });
  service = start();
  const url = await service.ready();
  const { apiKey, apiSecret } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  credential = { url, apiKey, apiSecret };
  api = new IntegrationApi(credential);
});

afterEach(() => service.stop());

afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 10 }));

async function example(...words: readonly string[]): Promise<Ended> {
  const ended = await runScript('examples/example.mjs', [...words], { DATA_DIR: dataDir });
  if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
  return ended;
}

async function withStatus(status: SyncItem['syncStatus']): Promise<string[]> {
  return (await all(api.sync.items({ status }))).map(({ submissionId }) => submissionId).sort();
}

/** Runs the forwarder until nothing is left, or the receiver kills it. */
async function forward(folder: string, receiver: Receiver): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    INTEGRATION_API_URL: credential.url,
    INTEGRATION_API_KEY: credential.apiKey,
    INTEGRATION_API_SECRET: credential.apiSecret,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
    WEBHOOK_FOLDER: folder,
    PAUSE_MS: '1',
  };
  const program = join(PROJECT_ROOT, 'examples/webhooks/forwarder.mjs');
  const child = spawn(process.execPath, [program, '--once'], { env, stdio: 'inherit' });
  receiver.kill = () => child.kill('SIGKILL');
  await once(child, 'exit');
}

const drop = (): string => join(dataDir, 'examples/drop');

describe('npm run example', () => {
  it('csv-drop leaves a file for each queued submission, and the same ones when it is run again', async () => {
    const queued = await withStatus('queued');
    const before = await withStatus('sent');
    await example('csv-drop');
    const files = (await readdir(drop())).sort();
    expect(files.map((name) => name.split('.')[0])).toEqual(queued);
    expect(await withStatus('sent')).toEqual([...before, ...queued].sort());
    expect(await withStatus('queued')).toEqual([]);
    const transfer = files.find((name) => name.startsWith('nam-3002')) ?? '';
    expect(await readFile(join(drop(), transfer), 'utf8')).toContain('"lastName","Forêt-Noire"');

    // The same submissions once more, as after a lost acknowledgement.
    for (const submissionId of queued) await api.sync.replay({ submissionId });
    await example('csv-drop');
    expect((await readdir(drop())).sort()).toEqual(files);
  });

  it('rest-sis puts each submission to the SIS, and reports what that refuses as failed', async () => {
    const queued = await all(api.sync.items({ status: 'queued' }));
    const refused = queued.filter(({ formType }) => formType === 'committee_approval');
    const failedBefore = await withStatus('failed');
    const { stdout } = await example('rest-sis');
    const [, changes = ''] = stdout.split('The SIS has these changes:\n');

    expect(refused.length).toBeGreaterThan(0);
    expect(changes.trimEnd().split('\n')).toHaveLength(queued.length - refused.length);
    expect(await withStatus('failed')).toEqual(
      [...failedBefore, ...refused.map(({ submissionId }) => submissionId)].sort(),
    );
    const { data } = await api.sync.page({ status: 'failed' });
    expect(data.map(({ lastError }) => lastError)).toContain(
      'The SIS answered 422: {"error":"committees are not kept here"}',
    );
  });

  it('database-table writes a row for each, and no second one when it is run again', async () => {
    const queued = await withStatus('queued');
    const rows = (stdout: string): string[] =>
      (stdout.split('The table has these rows:\n')[1] ?? '').trimEnd().split('\n');
    const first = rows((await example('database-table')).stdout);
    expect(first.map((row) => row.trim().split(' ')[0])).toEqual(queued);

    for (const submissionId of queued) await api.sync.replay({ submissionId });
    expect(rows((await example('database-table')).stdout)).toEqual(first);
    expect(await withStatus('queued')).toEqual([]);
  });

  it('webhooks posts each event once, signed and in order, and goes on where it ended', async () => {
    const { stdout } = await example('webhooks');
    const shown = (stdout.split('The receiver has these events:\n')[1] ?? '').trimEnd().split('\n');
    const { data } = await api.events.page({ after: 'earliest', limit: 1000 });
    expect(shown.map((line) => line.trim())).toEqual(data.map(({ type, subject }) => `${type} ${subject}`));
    expect(new Set(data.map(({ type }) => type)).size).toBeGreaterThan(4);
  });

  it('mirror has a row for each person and each record, and again when it is run again', async () => {
    const people = await all(api.users.list());
    const records = await all(api.progress.records());
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = await example('mirror');
      const [, rows = ''] = stdout.split('mirror.sqlite has these rows:\n');
      expect(rows).toBe(`  people ${people.length}\n  progress ${records.length}\n`);
    }
  });

  it('webhooks posts again what was not saved, and keeps what is refused for good', async () => {
    const folder = join(dataDir, 'forwarder');
    await mkdir(folder);
    const { nextAfter } = (await api.events.page()).meta;
    await writeFile(join(folder, 'place'), nextAfter);
    const students = [1, 2, 3].map((number) => student(number));
    for (const one of students) await api.users.createOrUpdate(one);
    const { data } = await api.events.page({ after: nextAfter });
    const receiver = await Receiver.start();

    receiver.answers.push(204, 204, 'killed');
    await forward(folder, receiver);
    expect(await readFile(join(folder, 'place'), 'utf8')).toBe(nextAfter);
    receiver.answers.push(500, 204, ...Array.from({ length: 6 }, () => 422));
    await forward(folder, receiver);
    await receiver.stop();

    const [first, second, third] = data.map(({ id }) => id);
    const refused = Array.from({ length: 6 }, () => second);
    const others = data.slice(2).map(({ id }) => id);
    expect(receiver.ids).toEqual([first, second, third, first, first, ...refused, ...others]);
    const dead = await readFile(join(folder, 'dead-letters.ndjson'), 'utf8');
    expect(
      dead
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([data[1]]);
    expect(await readFile(join(folder, 'place'), 'utf8')).not.toBe(nextAfter);
  });

  it('--stay delivers what is approved meanwhile, and ends in order when it is asked to', async () => {
    const staying = new ScriptProcess('examples/example.mjs', ['csv-drop', '--stay'], { DATA_DIR: dataDir });
    await staying.said(/^sent /m);
    const form = { formType: 'name_change', studentId: 'S-1001', fields: {} };
    await api.submissions.put('new-1', form);
    for (const status of ['submitted', 'approved'] as const)
      await api.submissions.changeStatus('new-1', { status });
    await staying.said(/^sent +new-1 /m);
    const { code } = await staying.stop();
    expect(code).toBe(0);
    expect(await withStatus('processing')).not.toContain('new-1');
    expect((await readdir(drop())).some((name) => name.startsWith('new-1.'))).toBe(true);
  });

  it('queues something again when nothing is queued', async () => {
    await example('csv-drop');
    const { stderr, stdout } = await example('csv-drop');
    expect(stderr).toContain('Nothing is queued; 5 submissions that were sent are queued again.');
    expect(stdout.match(/^sent /gm)).toHaveLength(5);
  });

  it('qa runs its tests with the runner that is named, and leaves no sandbox behind', async () => {
    const { stdout, stderr } = await example('qa', 'playwright');
    expect(stderr).toContain('== playwright');
    expect(stdout).toMatch(/^ *4 passed /m);
    expect((await api.sandboxes.list()).data).toEqual([]);
  });

  it('says which examples there are, and when no service answers', async () => {
    const unknown = await runScript('examples/example.mjs', ['fax'], { DATA_DIR: dataDir });
    await service.stop();
    const alone = await runScript('examples/example.mjs', ['csv-drop'], { DATA_DIR: dataDir });
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'Name an example: csv-drop, rest-sis, database-table, webhooks, mirror, qa.\n',
    });
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain('run npm start in another terminal');
  });
});
