import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installFirstOf } from '../../../src/database/private-server/install-server-package.js';
import { runCommand } from '../../../src/database/private-server/run-command.js';
import { GUIDES, readGuide } from '../../../src/http/openapi/guides.js';
import type { AccessScope } from '../../../src/http/access-scopes.js';
import { aStudent, someStudents } from '../../factories/progress-people.js';
import { aSubmission } from '../../factories/submissions.js';
import { folderOfFile } from '../../support/folders.js';
import { type GuideName, type Language, LANGUAGES, samplesOf } from '../../support/guides.js';
import { RecordingProxy } from '../../support/recording-proxy.js';
import { TestService, type TestTenant } from '../../support/service.js';
import { BUILD_LIMIT_MS, PROJECT_ROOT, runScript } from '../../support/service-process.js';

const INTEGRATION = '/api/v1/integration';
const SANDBOXES = '/api/v1/sandbox/tenants';
const CLAIMS = `${INTEGRATION}/sync/claims`;
const CLAIM = [`POST ${CLAIMS} 200`];
const ACK = `POST ${INTEGRATION}/sync/ack 200`;
/** A guide has up to a dozen samples, each of which is a program of its own. */
const LIMIT_MS = 120_000;

/** The calls of each sample of a guide, with the statuses that the service answers. */
const CALLS: Readonly<Record<GuideName, readonly (readonly string[])[]>> = {
  'quick-start': [
    [],
    [`GET ${INTEGRATION} 200`],
    [`POST ${INTEGRATION}/users 201`],
    [`POST ${INTEGRATION}/users/bulk 200`],
    [`PATCH ${INTEGRATION}/users/S-77 200`],
  ],
  credentials: [[`GET ${INTEGRATION} 200`]],
  errors: [[`POST ${INTEGRATION}/users 400`]],
  paging: [
    [`GET ${INTEGRATION}/progress 200`, `GET ${INTEGRATION}/progress 200`],
    [`GET ${INTEGRATION}/users 200`, `GET ${INTEGRATION}/users 200`],
  ],
  changes: [[`GET ${INTEGRATION}/events 200`]],
  retries: [[`POST ${INTEGRATION}/users 503`, `POST ${INTEGRATION}/users 201`]],
  connectors: [
    [...CLAIM, ACK],
    [...CLAIM, `POST ${CLAIMS}/<claim>/release 200`],
  ],
  scim: [['GET /scim/v2/Users 200'], ['POST /scim/v2/Users 201', 'PATCH /scim/v2/Users/951000001 200']],
  events: [['POST /api/v1/workflow/events 200'], [`GET ${INTEGRATION}/sync/payload/sub-77 200`]],
  'trying-out': [
    [`POST ${INTEGRATION}/users/match 200`],
    [`POST ${INTEGRATION}/users/bulk 200`],
    [
      `POST ${INTEGRATION}/users 201`,
      `GET ${INTEGRATION}/runs/trial-1 200`,
      `GET ${INTEGRATION}/runs/trial-1/failures 200`,
    ],
  ],
  qa: [
    [`POST ${SANDBOXES} 201`],
    [`POST ${SANDBOXES} 201`, `PUT ${SANDBOXES}/<sandbox>/clock 200`],
    [`POST ${SANDBOXES} 201`, `PUT ${SANDBOXES}/<sandbox>/faults 200`, `GET ${INTEGRATION}/users/S-1001 503`],
  ],
};

/** Makes what each sample of a guide assumes to exist. */
const FURNISHED: Partial<Record<GuideName, (tenant: TestTenant, place: number) => Promise<unknown>>> = {
  paging: async (tenant, place) => {
    if (place === 0) await someStudents(tenant, 101);
  },
  retries: () => {
    proxy.refuseOnce();
    return Promise.resolve();
  },
  connectors: async (tenant, place) => {
    const submissionId = await aSubmission(tenant, { submissionId: `sub-${77 + place}`, status: 'approved' });
    await tenant.sis.post('/sync/replay', { submissionId, targetSystem: 'SIS' });
  },
  events: async (tenant, place) => {
    if (place === 0) await aStudent(tenant, { externalId: 'S-77', degree: 'EdD' });
  },
};

const PROGRAMS: Readonly<Record<Language, readonly [file: string, ...command: string[]]>> = {
  sh: ['sample.sh', 'sh', '-e'],
  js: ['sample.mjs', process.execPath],
  'js client': ['sample.mjs', process.execPath],
  python: ['sample.py', 'python3'],
};

const folder = folderOfFile('guides');
let service: TestService;
let proxy: RecordingProxy;
let hasPython: boolean;

/** Whether Python has the package of the samples, which is installed when it is missing and permitted. */
async function findPython(): Promise<boolean> {
  const works = async (): Promise<boolean> => (await runCommand('python3', ['-c', 'import requests'])).ok;
  if (await works()) return true;
  const say = (line: string): boolean => process.stderr.write(`${line}\n`);
  await installFirstOf(['python3-requests'], 'Installing python3-requests with apt-get.', say);
  if (await works()) return true;
  say('NOT RUN: the samples in Python. Python 3 with requests is not here and may not be installed.');
  return false;
}

beforeAll(async () => {
  service = await TestService.ofWorker();
  proxy = await RecordingProxy.start(service.baseUrl);
  const built = await runScript('build/build-client.mjs', []);
  if (built.code !== 0) throw new Error(built.stderr);
  await mkdir(join(folder, 'node_modules/@integration-api'), { recursive: true });
  await symlink(join(PROJECT_ROOT, 'client'), join(folder, 'node_modules/@integration-api/client'));
  hasPython = await findPython();
}, BUILD_LIMIT_MS);

afterAll(() => proxy.stop());

/** Runs one sample as a reader would; a sample that ends with an error fails the test with what it printed. */
async function run(cwd: string, language: Language, code: string, tenant: TestTenant): Promise<void> {
  const [file, command = '', ...words] = PROGRAMS[language];
  await writeFile(join(cwd, file), code);
  const env = {
    PATH: process.env['PATH'],
    INTEGRATION_API_URL: proxy.url,
    INTEGRATION_API_KEY: tenant.apiKey,
    INTEGRATION_API_SECRET: tenant.apiSecret,
  };
  await promisify(execFile)(command, [...words, file], { cwd, env, timeout: 60_000 });
}

const SCOPES: Partial<Record<GuideName, readonly AccessScope[]>> = { scim: ['scim'], qa: ['sandbox'] };

/** A call without the identifiers that are drawn anew. */
function nameless(call: string): string {
  return call.replace(/claims\/[^/]+\/r/, 'claims/<claim>/r').replace(/tenants\/sb\w+/, 'tenants/<sandbox>');
}

/** The calls that each sample of the guide makes in this language. */
async function callsOf(guide: GuideName, language: Language): Promise<string[][]> {
  const tenant = await service.tenant({
    scopes: SCOPES[guide] ?? ['integration', 'workflow'],
  });
  const cwd = await mkdtemp(join(folder, `${guide}-`));
  const [headers] = samplesOf('quick-start');
  if (language === 'sh') await run(cwd, 'sh', headers?.sh ?? '', tenant);
  proxy.taken();
  const calls: string[][] = [];
  for (const [place, sample] of samplesOf(guide).entries()) {
    await FURNISHED[guide]?.(tenant, place);
    const code = sample[language];
    if (code !== undefined) await run(cwd, language, code, tenant);
    calls.push(proxy.taken().map(nameless));
  }
  return calls;
}

/** The client package decides by itself how often it claims, and what it does at the same time. */
function comparable(calls: readonly (readonly string[])[], language: Language): (readonly string[])[] {
  return calls.map((ofSample) => (language === 'js client' ? [...new Set(ofSample)].sort() : ofSample));
}

const CASES = GUIDES.flatMap((guide) =>
  LANGUAGES.filter((language) => samplesOf(guide).some((sample) => sample[language] !== undefined)).map(
    (language) => [guide, language] as const,
  ),
);

describe('the samples of the guides', () => {
  it.each(CASES)(
    'of %s, in %s, do what the guide says',
    async (guide, language) => {
      const samples = samplesOf(guide);
      const expected = CALLS[guide].map((calls, place) =>
        samples[place]?.[language] === undefined ? [] : calls,
      );
      if (language === 'python' && !hasPython) return;
      expect(comparable(await callsOf(guide, language), language)).toEqual(comparable(expected, language));
    },
    LIMIT_MS,
  );

  it.each(GUIDES)('of %s are in curl, JavaScript and Python wherever they call the service', (guide) => {
    const calling = samplesOf(guide).filter((_, place) => (CALLS[guide][place] ?? []).length > 0);
    expect(calling.length).toBeGreaterThan(0);
    for (const sample of calling)
      expect(Object.keys(sample)).toEqual(expect.arrayContaining(['sh', 'js', 'python']));
  });
});

describe('the guide to errors', () => {
  it('shows the answer that its sample gets', async () => {
    const { sis } = await service.tenant();
    const guide = readGuide('errors');
    const [, shown = ''] = /```json\n([^]*?)```/.exec(guide) ?? [];
    const [, sent = ''] = /users" -d '([^']*)'/.exec(guide) ?? [];
    const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'nightly-2026-11-20.1' };
    const { body } = await sis.send('POST', '/users', sent, headers);
    expect(JSON.parse(shown)).toEqual(body);
  });
});

describe('the document of the integration API', () => {
  it('has every guide in its description, with links that lead to another of them', async () => {
    const answer = await fetch(`${service.baseUrl}/docs/integration.json`);
    const { info } = (await answer.json()) as { info: { description: string } };
    const titles = GUIDES.map((guide) => /^# (.+)$/m.exec(readGuide(guide))?.[1] ?? '');
    for (const title of titles) expect(info.description).toContain(`\n# ${title}\n`);
    const anchors = titles.map((title) => title.toLowerCase().replaceAll(' ', '-'));
    const links = [...info.description.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(2);
    expect(anchors).toEqual(expect.arrayContaining(links));
    expect(info.description).not.toMatch(/\]\([^/#)]*\.md/);
  });
});
