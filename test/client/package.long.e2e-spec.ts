import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
let service: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  service = await TestService.ofWorker();
  tenant = await service.tenant();
  const { code, stderr } = await runScript('build/build-client.mjs', []);
  if (code !== 0) throw new Error(stderr);
  await run('npm', ['pack', join(PROJECT_ROOT, 'client'), '--pack-destination', folder], { cwd: folder });
  const [tarball = ''] = await readdir(folder);
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
