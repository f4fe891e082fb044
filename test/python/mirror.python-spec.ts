import { createHash } from 'node:crypto';
import { join } from 'node:path';

import canonicalize from 'canonicalize';

import { person } from '../factories/person.js';
import { setTitle } from '../factories/progress-people.js';
import { Administrators } from '../support/administrators.js';
import { letPassIn } from '../support/clock.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { folderOfFile } from '../support/folders.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { TestService, type TestTenant } from '../support/service.js';
import { WalkReader } from '../support/walk-reader.js';
import { Python } from './python.js';

const DAY_MS = 86_400_000;
const MIRROR = join(PROJECT_ROOT, 'examples/mirror/mirror.py');
/** Runs the mirror, which is killed in place of its commit of this number. */
const KILLED = `
import os, runpy, signal, sqlite3, sys

class Connection(sqlite3.Connection):
    left = int(os.environ["COMMITS"])
    def commit(self):
        if Connection.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        Connection.left -= 1
        super().commit()

connect = sqlite3.connect
sqlite3.connect = lambda file: connect(file, factory=Connection)
sys.argv = [os.environ["MIRROR"], "--once"]
runpy.run_path(os.environ["MIRROR"], run_name="__main__")
print("It ended.")
`;
const DUMP = `
import json, os, sqlite3
db = sqlite3.connect(os.environ["MIRROR_FILE"])
rows = [json.loads(text) for table in ("people", "progress") for (text,) in db.execute(f"SELECT json FROM {table}")]
print(json.dumps(rows))
`;

const folder = folderOfFile('mirror');
const python = new Python(folder);
const service = await TestService.ofWorker();
const admins = new Administrators(service);

let tenant: TestTenant;
let env: Record<string, string>;
let serial = 0;

beforeEach(async () => {
  tenant = await service.tenant();
  serial += 1;
  env = {
    INTEGRATION_API_URL: service.baseUrl,
    INTEGRATION_API_KEY: tenant.apiKey,
    INTEGRATION_API_SECRET: tenant.apiSecret,
    MIRROR_FILE: join(folder, `${serial}.sqlite`),
    MIRROR,
    PYTHONPATH: join(PROJECT_ROOT, 'clients/python/src'),
  };
});

const refresh = (): Promise<string> => python.run([MIRROR, '--once'], env);

/** The rows in an order of their own, in one digest. */
function digestOf(rows: readonly object[]): string {
  const texts = rows.map((row) => canonicalize(row) ?? '').sort();
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}

async function ofMirror(): Promise<string> {
  return digestOf(JSON.parse(await python.run(['-c', DUMP], env)) as object[]);
}

async function ofSource(): Promise<string> {
  const people = await new WalkReader<object>('/users').all(tenant.sis);
  const progress = await new WalkReader<object>('/progress').all(tenant.sis);
  expect(people.items.length).toBeGreaterThan(5);
  expect(progress.items.length).toBeGreaterThan(3);
  return digestOf([...people.items, ...progress.items]);
}

const students = (from: number, count: number, degree = 'EdD') =>
  Array.from({ length: count }, (_, n) =>
    person({
      externalId: `M-${from + n}`,
      email: `m.${from + n}.${tenant.tenantId}@test.example.edu`,
      degree,
    }),
  );

/** Writes of every kind, after which some are gone, some new and most the same. */
async function write(from: number): Promise<void> {
  await tenant.sis.bulk('/users/bulk', students(from, 6));
  await tenant.sis.bulk('/users/bulk', students(from, 2, 'PhD'));
  await tenant.sis.patch(`/users/M-${from + 2}`, { accountStatus: 'inactive' });
  await setTitle(tenant, `M-${from + 3}`, `Title ${from}`);
  await tenant.sis.post('/users', { ...students(from + 4, 1)[0], accountType: 'Staff' });
  const { api } = await admins.open(tenant);
  await eraseToTheEnd(service, api, await idOf(`M-${from + 5}`));
}

async function idOf(reference: string): Promise<string> {
  return String((await tenant.sis.get(`/users/${reference}`)).body.data['id']);
}

describe('the mirror', () => {
  it('is a copy of people and progress, and after each run again, whatever changed', async () => {
    for (const from of [0, 10, 20]) {
      await write(from);
      await refresh();
      expect(await ofMirror()).toBe(await ofSource());
    }
  });

  it.each([
    ['the commit of its copy', false, 0],
    ['the commit of the first page that it follows', true, 0],
    ['the commit of a later page', true, 1],
  ])('that is killed in place of %s misses nothing', async (_, isCopied, commits) => {
    await write(0);
    if (isCopied) await refresh();
    await write(10);
    // More events than a page has.
    await tenant.sis.bulk('/users/bulk', students(100, 120));
    expect(await python.output(['-c', KILLED], { ...env, COMMITS: String(commits) })).toBe('');
    await write(20);
    await refresh();
    expect(await ofMirror()).toBe(await ofSource());
  });

  it('copies everything again when it has been away for longer than events are kept', async () => {
    await write(0);
    await refresh();
    await write(10);
    await letPassIn(service, tenant, 31 * DAY_MS);
    await write(20);
    await refresh();
    expect(await ofMirror()).toBe(await ofSource());
  });
});
