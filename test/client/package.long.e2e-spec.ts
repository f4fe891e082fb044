import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { workbook } from '../factories/workbook.js';
import { folderOfFile } from '../support/folders.js';
import { BUILD_LIMIT_MS, PROJECT_ROOT, runScript } from '../support/service-process.js';
import { TestService, type TestTenant } from '../support/service.js';

// Installs and compiles the package: 20 s on two cores that two other runs kept busy.
jest.setTimeout(90_000);

const run = promisify(execFile);

const PROGRAM = `
import { IntegrationApi, isApiError } from '@integration-api/client';

const { URL: url, KEY: apiKey, SECRET: apiSecret } = process.env;
const api = new IntegrationApi({ url, apiKey, apiSecret });
const people = [1, 2].map((n) => ({
  email: \`p\${n}@example.edu\`, firstName: 'Ann', lastName: 'Lee', accountType: 'Student', externalId: \`S-\${n}\`,
}));
const answers = api.users.bulk(people);
for await (const { row, success } of answers) console.log(row.externalId, success);
const { data } = await api.users.get('S-2');
const refused = await api.users.get('S-3').catch((error) => isApiError(error, 'USER_NOT_FOUND'));
console.log(data.email, refused, answers.summary.inserted);
`;

const TYPED = `
import { connector, IntegrationApi, type User } from '@integration-api/client';

const api = new IntegrationApi({ url: 'https://api.example.edu', apiKey: 'k', apiSecret: 's' });
export const read = async (): Promise<User> => (await api.users.get('S-1')).data;
export const running = connector({ client: api, handle: async ({ envelope }) => void envelope.data.student.id });
`;

const folder = folderOfFile('client-package');
const host = folderOfFile('client-host');
let service: TestService;
let tenant: TestTenant;
let tarball: string;

beforeAll(async () => {
  service = await TestService.ofWorker();
  tenant = await service.tenant();
  const { code, stderr } = await runScript('build/build-client.mjs', []);
  if (code !== 0) throw new Error(stderr);
  await run('npm', ['pack', join(PROJECT_ROOT, 'client'), '--pack-destination', folder], { cwd: folder });
  [tarball = ''] = await readdir(folder);
  await cp(join(folder, tarball), join(host, tarball));
  await mkdir(join(host, 'home'));
  const options = ['--offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', join(folder, tarball), ...options], { cwd: folder });
}, BUILD_LIMIT_MS);

describe('the package of the client, in an empty folder without a network', () => {
  it('works', async () => {
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const env = {
      PATH: process.env['PATH'],
      URL: service.baseUrl,
      KEY: tenant.apiKey,
      SECRET: tenant.apiSecret,
    };
    const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: folder, env });
    expect({ stdout, stderr }).toEqual({ stdout: 'S-1 true\nS-2 true\np2@example.edu true 2\n', stderr: '' });
  });

  it('brings nothing else along', async () => {
    const installed = await readdir(join(folder, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@integration-api']);
    const text = await readFile(join(folder, 'node_modules/@integration-api/client/package.json'), 'utf8');
    expect(Object.keys(JSON.parse(text) as object)).not.toContain('dependencies');
    const files = await readdir(join(folder, 'node_modules/@integration-api/client'));
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('has types that compile, every declaration included, without any other types', async () => {
    await writeFile(join(folder, 'typed.mts'), TYPED);
    const compiler = join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.asynciterable'];
    const args = [compiler, ...strict, ...target, 'typed.mts'];
    const found = await run(process.execPath, args, { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(found).toBe('');
  });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program of the package on a host that has nothing but Node and the tarball. */
async function npx(...words: string[]): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    HOME: join(host, 'home'),
    // Else npm speaks of its own new versions.
    npm_config_update_notifier: 'false',
    INTEGRATION_API_URL: service.baseUrl,
    INTEGRATION_API_KEY: tenant.apiKey,
    INTEGRATION_API_SECRET: tenant.apiSecret,
  };
  try {
    const args = ['--yes', '--offline', `./${tarball}`, ...words];
    return { code: 0, ...(await run('npx', args, { cwd: host, env })) };
  } catch (error) {
    return error as Ended;
  }
}

const COLUMNS = ['email', 'firstName', 'lastName', 'accountType', 'externalId'];

function rowOf(number: string): string[] {
  return [`p${number}@example.edu`, 'Ann', 'Lee', 'Student', number];
}

describe('npx of the package, on a host that has Node only', () => {
  it('feeds a table with a mapping', async () => {
    const map = { columns: { Number: 'externalId', Mail: 'email', First: 'firstName', Last: 'lastName' } };
    await writeFile(join(host, 'map.json'), JSON.stringify({ ...map, defaults: { accountType: 'Student' } }));
    await writeFile(
      join(host, 'students.csv'),
      'Number,Mail,First,Last\nN-1,n1@example.edu,Ann,Lee\nN-2,n2@example.edu,Bo,Ray\n',
    );
    const { code, stdout, stderr } = await npx('feed', 'students.csv', '--map', 'map.json');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}inserted +2$/m);
    expect((await tenant.sis.get('/users/N-2')).body.data).toMatchObject({ firstName: 'Bo' });
  });

  it('feeds a workbook, by the packages that it brings along', async () => {
    const sheets = [{ rows: [COLUMNS, rowOf('W-1')] }];
    await writeFile(join(host, 'students.xlsx'), workbook({ sheets }));

    expect(await npx('feed', 'students.xlsx')).toMatchObject({ code: 0, stderr: '' });
    expect((await tenant.sis.get('/users/W-1')).body.data).toMatchObject({ email: 'pW-1@example.edu' });
  });

  it('ends with 1 when a row is refused, and with 2 when it is called wrongly', async () => {
    await writeFile(join(host, 'wrong.csv'), `${COLUMNS.join(',')}\nno address,Ann,Lee,Student,X-1\n`);

    expect(await npx('feed', 'wrong.csv')).toMatchObject({ code: 1 });
    expect(await npx('feed')).toMatchObject({ code: 2 });
    expect(await npx('fed', 'wrong.csv')).toMatchObject({ code: 2 });
  });

  it('has help under its own name, on one screen', async () => {
    const [help, feed] = [await npx('help'), await npx('feed', '--help')];

    expect(help.stdout).toMatch(/^Usage: integration-api feed <file>/);
    expect(feed.stdout).toMatch(/^Usage: integration-api feed <file\|->/);
    expect(feed.stdout).not.toContain('npm run');
    expect(feed.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
  });

  it('has the licences of what it brings along, and imports nothing but Node and the library', async () => {
    const bin = join(folder, 'node_modules/@integration-api/client/dist/bin');
    const program = await readFile(join(bin, 'integration-api.js'), 'utf8');
    const imports = [...program.matchAll(/^import .* from "(.+)";$/gm)].map(([, from = '']) => from);
    const notices = await readFile(join(bin, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

    expect(imports.filter((from) => !from.startsWith('node:'))).toEqual(['../index.js']);
    for (const name of ['yauzl', 'sax', 'jsonc-parser'])
      expect(notices).toMatch(new RegExp(`^${name} `, 'm'));
  });
});
