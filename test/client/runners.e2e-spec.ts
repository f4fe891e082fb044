import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { programOf, RUNNERS } from '../../scripts/examples/qa.mjs';
import { folderOfFile } from '../support/folders.js';
import { PROJECT_ROOT, runScript } from '../support/service-process.js';
import { TestService, type TestTenant } from '../support/service.js';

// Builds the client, and starts each runner.
jest.setTimeout(90_000);

const EXAMPLES = join(PROJECT_ROOT, 'examples/qa');
/** What each runner prints of four tests that passed. */
const PASSED: Readonly<Record<string, RegExp>> = {
  jest: /^Tests: +4 passed, 4 total$/m,
  vitest: /^ *Tests +4 passed \(4\)$/m,
  playwright: /^ *4 passed /m,
  pytest: /\b4 passed in /,
};

const GUIDE = readFileSync(join(PROJECT_ROOT, 'docs/qa.md'), 'utf8');

const folder = folderOfFile('runners');
const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeAll(async () => {
  const { code, stderr } = await runScript('build/build-client.mjs', []);
  if (code !== 0) throw new Error(stderr);
});

beforeEach(async () => {
  tenant = await service.tenant({ scopes: ['sandbox'] });
});

/** The tests of an example. */
function testsOf(runner: string): string {
  const [name = ''] = readdirSync(join(EXAMPLES, runner)).filter((one) =>
    /sandbox\.(?:test|spec)\.|^test_/.test(one),
  );
  return readFileSync(join(EXAMPLES, runner, name), 'utf8');
}

/** What a runner prints; undefined where it is not here. */
async function run(runner: string): Promise<string | undefined> {
  const program = await programOf(runner);
  if (program === undefined) {
    process.stderr.write(`NOT RUN: the example of ${runner}, which is not here and may not be installed.\n`);
    return undefined;
  }
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR: folder,
    CI: 'true',
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    INTEGRATION_API_URL: service.baseUrl,
    INTEGRATION_API_KEY: tenant.apiKey,
    INTEGRATION_API_SECRET: tenant.apiSecret,
    ...program.env,
  };
  const { file, words, cwd } = program;
  return new Promise((resolve) => {
    execFile(file, words, { env, cwd }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

describe.each(RUNNERS)('the example of %s', (runner) => {
  it('passes with the runner itself, and leaves no sandbox', async () => {
    const printed = await run(runner);
    if (printed !== undefined) expect(printed).toMatch(PASSED[runner] ?? /^$/);
    const api = service.callerWith(tenant);
    expect((await api.get('/api/v1/sandbox/tenants')).body.data).toEqual([]);
  });

  it('begins as the guide shows', () => {
    const [, part = ''] = GUIDE.split(`(../examples/qa/${runner})`);
    const [, shown = ''] = /^```\w+\n([^]*?)^```$/m.exec(part) ?? [];
    expect(shown).toContain('sandbox');
    expect(testsOf(runner).startsWith(shown)).toBe(true);
  });

  it('gets its sandboxes by one import, and by nothing else', () => {
    const tests = testsOf(runner);
    const imports = tests.match(/^(?:import|from) .*$/gm) ?? [];
    expect(imports.filter((line) => /integration[-_]api/.test(line))).toHaveLength(1);
    expect(imports.length).toBeLessThanOrEqual(runner === 'pytest' ? 2 : 1);
    expect(tests).not.toMatch(/use_?[sS]andbox\(|INTEGRATION_API|beforeEach|afterEach|remove\(|fixture\(/);
  });
});
