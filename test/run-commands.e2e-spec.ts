import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TenancyService } from '../src/tenancy/tenancy.service.js';
import { RunTally } from '../src/users/runs/run-tally.js';
import { person } from './factories/person.js';
import type { Row } from './support/answers.js';
import { auditOf } from './support/audit.js';
import { TestService, type TestTenant } from './support/service.js';
import { cli } from './support/terminal.js';
import { contentsOf } from './support/tenant-contents.js';

const RUN = 'X-Sync-Run';

let service: TestService;
let directory: string;

beforeAll(async () => {
  service = await TestService.start();
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
});

afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

async function file(name: string, content: string | readonly unknown[]): Promise<string> {
  const path = join(directory, name);
  const lines = typeof content === 'string' ? content : content.map((row) => JSON.stringify(row)).join('\n');
  await writeFile(path, lines);
  return path;
}

/** What a command printed with `--json`: a document per line. */
async function json(...words: string[]): Promise<Row[]> {
  const { code, stdout, stderr } = await cli([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const degree = (before: string | null, after: string | null): Row => ({ field: 'degree', before, after });

describe('run plan', () => {
  /** Ann changes, Bo leaves, Cy returns, Di is as she was, somebody is new, and two rows are refused. */
  async function scene(): Promise<{ tenant: TestTenant; rows: Row[] }> {
    const tenant = await service.tenant();
    const known = ['Ann', 'Bo', 'Cy', 'Di'].map((firstName) =>
      person({ firstName, externalId: firstName, degree: 'MA' }),
    );
    await tenant.sis.bulk('/users/bulk', known);
    await tenant.sis.patch('/users/Cy');
    const [ann, bo, cy, di] = known;
    const rows: Row[] = [
      { ...ann, degree: 'PhD', userTags: ['x'] },
      { ...bo, accountStatus: 'inactive' },
      { ...cy, accountStatus: 'active' },
      { ...di },
      person({ firstName: 'Eve', externalId: 'Eve' }),
      person({ email: 'no address', yearOfEntry: 1 }),
      { ...ann, email: di?.['email'] },
    ];
    return { tenant, rows };
  }

  it('tells person by person what a file would do, and writes nothing', async () => {
    const { tenant, rows } = await scene();
    const before = await contentsOf(service, tenant.tenantId);
    const path = await file('people.ndjson', rows);
    const parts = await json('run', 'plan', path, '--tenant', tenant.tenantId);
    const named = (id: string, firstName: string): Row => ({ id, firstName, legacyNumber: firstName });
    expect(parts).toMatchObject([
      {
        ...{ line: 1, effect: 'updated', ...named('950000001', 'Ann') },
        changes: [degree('MA', 'PhD'), { field: 'userTags', before: null, after: ['x'] }],
      },
      {
        ...{ line: 2, effect: 'deprovisioned', ...named('950000002', 'Bo') },
        changes: [{ field: 'accountStatus', before: 'active', after: 'inactive' }],
      },
      { line: 3, effect: 'restored', ...named('950000003', 'Cy') },
      { line: 5, effect: 'inserted', id: null, firstName: 'Eve', legacyNumber: 'Eve', changes: [] },
      { line: 6, effect: 'refused', error: { code: 'VALIDATION_FAILED' } },
      { line: 7, effect: 'refused', error: { code: 'IDENTITY_CONFLICT' } },
      {
        summary: {
          ...{ received: 7, inserted: 1, updated: 3, unchanged: 1, failed: 2 },
          ...{ deprovisioned: 1, restored: 1, skipped: 0 },
        },
      },
    ]);
    expect(await contentsOf(service, tenant.tenantId)).toEqual(before);
  });

  it('is what the upload then does', async () => {
    const { tenant, rows } = await scene();
    const path = await file('again.ndjson', rows);
    const planned = (await json('run', 'plan', path, '--tenant', tenant.tenantId)).at(-1)?.['summary'];
    const body = rows.map((row) => JSON.stringify(row)).join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson', [RUN]: 'fed' };
    await tenant.sis.send('POST', '/users/bulk', body, headers);
    expect(planned).toMatchObject(
      Object.fromEntries(
        Object.entries((await tenant.sis.get('/runs/fed')).body.data).filter(
          ([name]) => !['name', 'calls', 'actors', 'startedAt', 'lastCallAt'].includes(name),
        ),
      ),
    );
  });

  it('reads a table by its mapping like the feed, and is printed for people', async () => {
    const { tenant } = await scene();
    const mapping = await file(
      'map.json',
      '{"columns":{"Key":"externalId","Abschluss":"degree"},"defaults":{"accountType":"Student"},"skip":{"Kind":["test"]}}',
    );
    const path = await file(
      'people.csv',
      [
        'Key;firstName;lastName;email;Abschluss;Kind;Password',
        'Ann;Ann;Lee;ann@test.example.edu;Dr.;;x',
        'T-1;Test;Test;test@test.example.edu;;test;x',
        'Fay;Fay;Lee;no address;;;x',
      ].join('\n'),
    );
    const text = await printed('run', 'plan', path, '--tenant', tenant.tenantId, '--map', mapping);
    expect(text.replace(/person\.\d+@/, 'person@').split('\n')).toEqual([
      'line 2: 950000001 Ann Lee (Ann) would change',
      '  email: "person@test.example.edu" -> "ann@test.example.edu"',
      '  degree: "MA" -> "Dr."',
      'line 4: would be refused: email must be an e-mail address, such as ann.lee@example.edu',
      '2 lines: 0 would be inserted, 1 updated (of them 0 de-provisioned, 0 restored), 0 are unchanged, 1 would be refused.',
      '1 records are left out by the mapping.',
      'Columns not sent: Password',
      'Whoever is not in the file stays as they are. Nothing was written.',
      '',
    ]);
  });

  it('sees earlier lines as if they were stored, also many lines later', async () => {
    const { tenant } = await scene();
    const [eve, others] = [person({ firstName: 'Eve' }), Array.from({ length: 600 }, () => person())];
    const path = await file('twice.ndjson', [eve, ...others, { ...eve, degree: 'MA' }]);
    const parts = await json('run', 'plan', path, '--tenant', tenant.tenantId);
    expect(parts).toHaveLength(603);
    expect(parts[0]).toMatchObject({ effect: 'inserted', email: eve['email'] });
    expect(parts[601]).toMatchObject({
      ...{ effect: 'updated', email: eve['email'] },
      changes: [degree(null, 'MA')],
    });
    expect(parts[602]).toMatchObject({ summary: { received: 602, inserted: 601, updated: 1 } });
  });

  it.each([
    ['a file that is not there', ['/nowhere/people.csv'], 'cannot be read'],
    ['a format that nobody knows', ['x.csv', '--format', 'xml'], '--format xml must be one of'],
    ['no tenant', ['x.csv'], '--tenant must be given'],
  ])('says in a line what is wrong with %s', async (_, words, message) => {
    const tenant = message.startsWith('--tenant') ? [] : ['--tenant', (await service.tenant()).tenantId];
    const { code, stdout, stderr } = await cli(['run', 'plan', ...words, ...tenant]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

describe('run undo', () => {
  async function scene(): Promise<TestTenant> {
    const tenant = await service.tenant();
    const [ann, bo] = [
      person({ externalId: 'Ann', degree: 'MA' }),
      person({ externalId: 'Bo', degree: 'MA' }),
    ];
    await tenant.sis.bulk('/users/bulk', [ann, bo]);
    const night = { [RUN]: 'night' };
    await tenant.sis.post('/users', { ...ann, degree: 'PhD', accountStatus: 'inactive' }, night);
    await tenant.sis.post('/users', { ...bo, degree: 'PhD' }, night);
    await tenant.sis.post('/users', person({ externalId: 'Cy' }), night);
    await tenant.sis.post('/users', { ...bo, degree: 'Dr.' }, { [RUN]: 'day' });
    return tenant;
  }

  it('without --yes prints its plan and writes nothing', async () => {
    const { tenantId, apiKey } = await scene();
    const before = await contentsOf(service, tenantId);
    const text = await printed('run', 'undo', 'night', '--tenant', tenantId);
    const lines = text.replace(/ at \S+Z/, ' at …').split('\n');
    expect(lines.sort()).toEqual(
      [
        '950000003 Ann Lee (Cy) was inserted by the run and would be de-provisioned: an ID is never used again',
        '  accountStatus: "active" -> "inactive"',
        '950000002 Ann Lee (Bo) stays',
        `  degree stays "Dr.": changed since, by key:${apiKey} at … in the run day`,
        '950000001 Ann Lee (Ann) would be put back',
        '  degree: "PhD" -> "MA"',
        '  accountStatus: "inactive" -> "active"',
        '3 people were changed by night: 2 would be put back (3 fields; 1 de-provisioned, 1 restored).',
        '1 fields stay because they were changed since, 0 because somebody else has the former value.',
        'Nothing was written; --yes does it.',
        '',
      ].sort(),
    );
    expect(await contentsOf(service, tenantId)).toEqual(before);
  });

  it('with --yes does it, and accounts for it in one entry', async () => {
    const tenant = await scene();
    const parts = await json('run', 'undo', 'night', '--tenant', tenant.tenantId, '--yes');
    const totals = { people: 3, putBack: 2, fields: 3, deprovisioned: 1, restored: 1, kept: 1, taken: 0 };
    expect(parts).toHaveLength(4);
    expect(parts.at(-1)).toEqual({ summary: { run: 'night', undoneBy: 'undo:night', ...totals } });
    const status = async (id: string): Promise<unknown> =>
      (await tenant.sis.get(`/users/${id}`)).body.data['accountStatus'];
    expect([await status('Ann'), await status('Bo'), await status('Cy')]).toEqual([
      ...['active', 'active', 'inactive'],
    ]);
    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenant.tenantId), 'test');
    expect(await auditOf(service, scope, { action: 'run.undone' })).toMatchObject([
      {
        ...{ actor: 'terminal', target: 'run:night', before: null },
        after: { run: 'undo:night', isFinished: true, ...totals },
      },
    ]);
    await service.app.get(RunTally).flush();
    const listed = (await json('run', 'list', '--tenant', tenant.tenantId))[0] as unknown as Row[];
    expect(listed.map(({ name }) => name)).toEqual(['undo:night', 'day', 'night']);
    expect(listed[0]).toMatchObject({ actors: ['terminal'], received: 3, updated: 2, unchanged: 1 });
  });

  it('of a run that nobody knows says so in a line', async () => {
    const { tenantId } = await service.tenant();
    for (const name of ['unheard-of', 'two words', 'n\u00fcrnberg']) {
      const { code, stdout, stderr } = await cli(['run', 'undo', name, '--tenant', tenantId, '--yes']);
      expect([code, stdout, stderr]).toEqual([
        ...[1, ''],
        'No run of this tenant has that name; a run is known once a call about people has named it in X-Sync-Run.\n',
      ]);
    }
  });
});
