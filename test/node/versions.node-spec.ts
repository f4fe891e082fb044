import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Program } from '../../bench/support/program.js';
import type { Demo } from '../../src/demo/demo.service.js';
import { person } from '../factories/person.js';
import { ApiClient } from '../support/api-client.js';
import { OwnDatabase } from '../support/own-database.js';
import { clientsAt } from '../support/service.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { until } from '../support/until.js';

const PROGRAMS = Object.entries(JSON.parse(process.env['NODE_PROGRAMS'] ?? '{}') as Record<string, string>);

describe.each(PROGRAMS)('the built service on Node %s', (version, node) => {
  const database = new OwnDatabase(`node_${version.replaceAll('.', '_')}`);
  let folder: string;
  let service: Program;
  let baseUrl: string;
  let demo: Demo;

  /** The silence is that of a busy machine, as all tests have it. */
  const variables = (): Record<string, string> => {
    const { PATH = '', DATABASE_SILENCE_SECONDS = '' } = process.env;
    return { PATH, DATABASE_SILENCE_SECONDS, DATABASE_URL: database.url };
  };

  beforeAll(async () => {
    await database.drop();
    folder = await mkdtemp(join(tmpdir(), 'node-version-'));
    const began = performance.now();
    service = Program.start(`Node ${version}`, [node, 'dist/main.js'], {
      log: join(folder, 'log'),
      env: { ...variables(), DATA_DIR: folder, PORT: '0' },
    });
    baseUrl = await service.said(/^Ready at (\S+) /);
    process.stderr.write(
      `Node ${version} was ready after ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
    );
    demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Demo;
  });

  afterAll(async () => {
    await service.stop('SIGKILL');
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('is of that version', () => {
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
  });

  it('is ready, and describes itself', async () => {
    const statusOf = async (path: string): Promise<number> => (await fetch(baseUrl + path)).status;
    // A busy machine's database may take longer than the two seconds that it is given.
    await until('it is ready', async () => (await statusOf('/health/ready')) === 200);
    expect(await Promise.all(['/', '/docs/openapi.json', '/metrics'].map(statusOf))).toEqual([200, 200, 200]);
  });

  it('takes people, one by one and many', async () => {
    const { sis } = clientsAt(baseUrl, demo);
    expect((await sis.post('/users', person())).status).toBe(201);
    const lines = await sis.bulk('/users/bulk', [person(), person()]);
    expect(lines.at(-1)).toMatchObject({ summary: { inserted: 2, failed: 0 } });
  });

  it('keeps its compiled code, where this version can', async () => {
    const major = Number(version.split('.')[0]);
    expect((await readdir(folder)).includes('compiled')).toBe(major >= 22);
  });

  it('hashes a password, which is what it needs native code for', async () => {
    const [, token] = demo.invitation.split('#/invitation?token=');
    const password = 'a long enough password';
    const anonymous = new ApiClient(`${baseUrl}/api/v1/admin`, { Origin: baseUrl });
    const accepted = await anonymous.post('/invitations/accept', { token, password });
    expect(accepted.status).toBe(200);
  });

  it('runs the commands of the terminal', () => {
    const env = { ...variables(), DATA_DIR: folder };
    const options = { cwd: PROJECT_ROOT, env, encoding: 'utf8' } as const;
    expect(execFileSync(node, ['dist/cli/main.js', 'tenant', 'list'], options)).toContain('demo.example.edu');
  });

  it('ends with 0 when it is asked to stop', async () => {
    await service.stop('SIGTERM');
    expect(await service.ended).toEqual([0, null]);
  });
});
