import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  activePeople,
  aLimitedTenant,
  setLimits,
  idOf,
  inactive,
  inRun,
} from '../factories/deprovisioning-limits.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { statusOf } from '../factories/stored-people.js';
import { jsonLines, type Row } from '../support/answers.js';
import { auditOf } from '../support/audit.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';
import { contentsOf } from '../support/tenant-contents.js';

const RUN = 'X-Sync-Run';

const service = await TestService.ofWorker();
let directory: string;
let tenant: TestTenant;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
});

beforeEach(async () => {
  tenant = await service.tenant();
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function file(name: string, content: string | readonly unknown[]): Promise<string> {
  const path = join(directory, name);
  const lines = typeof content === 'string' ? content : content.map((row) => JSON.stringify(row)).join('\n');
  await writeFile(path, lines);
  return path;
}

/** The output of a command with `--json`: a document per line. */
async function json(...words: string[]): Promise<Row[]> {
  return jsonLines(await printed(...words, '--json'));
}

/** The output of a command about the tenant. */
async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli([...words, '--tenant', tenant.tenantId]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const degree = (before: string | null, after: string | null): Row => ({ field: 'degree', before, after });

describe('run list', () => {
  it('shows what the platform wrote in a run beside the people', async () => {
    const studentId = await aStudent(tenant);
    await tenant.sis.post('/users', person(), { [RUN]: 'night' });
    const body = JSON.stringify({ status: 'in_progress' });
    const headers = { 'Content-Type': 'application/json', [RUN]: 'night' };
    for (let times = 0; times < 2; times += 1)
      await tenant.workflow.send('PUT', `/students/${studentId}/milestones/candidacy`, body, headers);
    await service.settle(tenant);
    const [headings = '', run = ''] = (await printed('run', 'list')).split('\n');
    expect(headings).toMatch(
      /de-provisioned +kept active +awaiting source +put back +workflow +of it changed +people by it$/,
    );
    expect(run).toMatch(/^night .+ 0 +2 +1 +0$/);
  });
});

describe('run failures', () => {
  it('prints each row that was refused, then the causes with their counts', async () => {
    const bad = [1, 2].map((n) => person({ externalId: `S-${n}`, accountType: 'Studnet' }));
    await inRun(service, tenant, 'night').bulk('/users/bulk', [person(), ...bad, person({ email: 'x' })]);
    await service.settle(tenant);
    const words = ['run', 'failures', 'night'];
    const cause = "accountType 'Studnet' must be Student, Faculty or Staff";
    const lines = (await printed(...words)).split('\n');
    expect(lines.slice(0, 2)).toEqual([`Row 2, S-1: ${cause}`, `Row 3, S-2: ${cause}`]);
    expect(lines.slice(3, 5)).toEqual(['3 rows of night failed.', `       2  ${cause}`]);
    expect((await json(...words)).at(-1)?.['summary']).toMatchObject({ failed: 3, kept: 3, notKept: 0 });
    expect((await cli(['run', 'failures', 'unknown', '--tenant', tenant.tenantId])).code).not.toBe(0);
  });
});

describe('run plan', () => {
  /** Ann changes, Bo leaves, Cy returns, Di is unchanged, one person is new, and two rows are refused. */
  async function scene(): Promise<Row[]> {
    const known = ['Ann', 'Bo', 'Cy', 'Di', 'Ed'].map((firstName) =>
      person({ firstName, externalId: firstName, degree: 'MA' }),
    );
    await tenant.sis.bulk('/users/bulk', known);
    await tenant.sis.patch('/users/Cy');
    const [ann, bo, cy, di, ed] = known;
    return [
      { ...ann, degree: 'PhD', userTags: ['x'] },
      { ...bo, accountStatus: 'inactive' },
      { ...cy, accountStatus: 'active' },
      { ...di },
      person({ firstName: 'Eve', externalId: 'Eve' }),
      person({ email: 'no address', yearOfEntry: 1 }),
      { ...ann, email: ed?.['email'] },
    ];
  }

  it('says person by person what a file would do, and writes nothing', async () => {
    const rows = await scene();
    const before = await contentsOf(service, tenant.tenantId);
    const path = await file('people.ndjson', rows);
    const parts = await json('run', 'plan', path);
    const named = (id: string, firstName: string): Row => ({ id, firstName, legacyNumber: firstName });
    expect(parts).toMatchObject([
      {
        line: 1,
        effect: 'updated',
        ...named('950000001', 'Ann'),
        changes: [degree('MA', 'PhD'), { field: 'userTags', before: null, after: ['x'] }],
      },
      {
        line: 2,
        effect: 'deprovisioned',
        ...named('950000002', 'Bo'),
        changes: [{ field: 'accountStatus', before: 'active', after: 'inactive' }],
      },
      { line: 3, effect: 'restored', ...named('950000003', 'Cy') },
      { line: 5, effect: 'inserted', id: null, firstName: 'Eve', legacyNumber: 'Eve', changes: [] },
      { line: 6, effect: 'refused', error: { code: 'VALIDATION_FAILED' } },
      { line: 7, effect: 'refused', error: { code: 'IDENTITY_CONFLICT' } },
      {
        summary: {
          received: 7,
          inserted: 1,
          updated: 3,
          unchanged: 1,
          failed: 2,
          deprovisioned: 1,
          restored: 1,
          skipped: 0,
        },
      },
    ]);
    expect(await contentsOf(service, tenant.tenantId)).toEqual(before);
  });

  it('is what the upload then does', async () => {
    const rows = await scene();
    const path = await file('again.ndjson', rows);
    const planned = (await json('run', 'plan', path)).at(-1)?.['summary'];
    await inRun(service, tenant, 'fed').bulk('/users/bulk', rows);
    expect(planned).toMatchObject(
      Object.fromEntries(
        Object.entries((await tenant.sis.get('/runs/fed')).body.data).filter(
          ([name]) => !['name', 'calls', 'actors', 'startedAt', 'lastCallAt', 'workflow'].includes(name),
        ),
      ),
    );
  });

  it('reads a table by its mapping like the feed, and is printed for people', async () => {
    await scene();
    const mapping = await file(
      'map.json',
      JSON.stringify({
        columns: { Key: 'externalId', Abschluss: 'degree' },
        defaults: { accountType: 'Student' },
        skip: { Kind: ['test'] },
      }),
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
    const text = await printed('run', 'plan', path, '--map', mapping);
    expect(text.replace(/person\.\d+@/, 'person@').split('\n')).toEqual([
      'line 2: 950000001 Ann Lee (Ann) would change',
      '  email: "person@test.example.edu" -> "ann@test.example.edu"',
      '  degree: "MA" -> "Dr."',
      'line 4: would be refused: email must be an e-mail address, such as ann.lee@example.edu',
      '2 lines: 0 would be inserted, 1 updated (of them 0 de-provisioned, 0 restored), 0 are ' +
        'unchanged, 1 would be refused.',
      '1 records are left out by the mapping.',
      'Columns not sent: Password',
      'People who are not in the file stay as they are. Nothing was written.',
      '',
    ]);
  });

  it('sees earlier lines as if they were stored, also many lines later', async () => {
    await scene();
    const [eve, others] = [person({ firstName: 'Eve' }), Array.from({ length: 600 }, () => person())];
    const path = await file('twice.ndjson', [eve, ...others, { ...eve, degree: 'MA' }]);
    const parts = await json('run', 'plan', path);
    expect(parts).toHaveLength(603);
    expect(parts[0]).toMatchObject({ effect: 'inserted', email: eve['email'] });
    expect(parts[601]).toMatchObject({
      effect: 'updated',
      email: eve['email'],
      changes: [degree(null, 'MA')],
    });
    expect(parts[602]).toMatchObject({ summary: { received: 602, inserted: 601, updated: 1 } });
  });

  it.each([
    ['a file that is not there', ['/nowhere/people.csv'], 'cannot be read'],
    ['an unknown format', ['x.csv', '--format', 'xml'], '--format xml must be one of'],
    ['no tenant', ['x.csv'], '--tenant must be given'],
  ])('says in a line what is wrong with %s', async (_, words, message) => {
    const of = message.startsWith('--tenant') ? [] : ['--tenant', tenant.tenantId];
    const { code, stdout, stderr } = await cli(['run', 'plan', ...words, ...of]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

describe('run plan of a file with a number that was given away', () => {
  it('says which line would wait until an administrator decides, in JSON and for people', async () => {
    tenant = await aTenantThat(service, { possibleReassignment: 'hold' });
    const ann = person({ externalId: 'S-77' });
    await tenant.sis.post('/users', ann);
    const path = await file('pending.ndjson', [successorOf(ann), person()]);
    const words = ['run', 'plan', path];
    expect(await json(...words)).toMatchObject([
      { line: 1, effect: 'pending', firstName: 'Ann', legacyNumber: 'S-77' },
      { line: 2, effect: 'inserted' },
      { summary: { received: 2, inserted: 1, unchanged: 1, pending: 1 } },
    ]);
    const text = await printed(...words);
    expect(text).toMatch(/^line 1: would wait: an administrator must decide whether it is .*Ann Lee/m);
    expect(text).toContain('1 would wait until an administrator decides who they are.');
  });
});

describe('run plan of a university with limits', () => {
  const DAY = { run: null, count: 3, percent: null, most: 3 };

  /** One of six active people is held and one was de-provisioned: two more may be de-provisioned. */
  async function scene(mode: 'hold' | 'observe'): Promise<{ people: Row[]; holdId: string }> {
    tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    const people = await activePeople(tenant, 7);
    const { body } = await tenant.sis.patch(`/users/${idOf(people[5])}`);
    await setLimits(service, tenant, { mode, perDay: { count: 3 } });
    letPass(5000);
    expect((await tenant.sis.patch(`/users/${idOf(people[6])}`)).status).toBe(200);
    return { people, holdId: String(body.meta['holdId']) };
  }

  async function plan(rows: readonly Row[], ...words: string[]): Promise<Row[]> {
    const path = await file('limited.ndjson', rows);
    const before = await contentsOf(service, tenant.tenantId);
    const parts = await json('run', 'plan', path, ...words);
    expect(await contentsOf(service, tenant.tenantId)).toEqual(before);
    return parts;
  }

  it('shows who would be held and beyond which threshold, in the order of the file', async () => {
    const { people, holdId } = await scene('hold');
    const rows = inactive(people.slice(0, 6));
    rows[3] = { ...rows[3], degree: 'EdD' };
    const parts = await plan(rows);
    const gone = [{ field: 'accountStatus', before: 'active', after: 'inactive' }];
    expect(parts).toMatchObject([
      { line: 1, effect: 'deprovisioned', changes: gone },
      { line: 2, effect: 'deprovisioned', changes: gone },
      { line: 3, effect: 'held', holdId: null, beyond: [DAY], changes: [] },
      { line: 4, effect: 'held', holdId: null, beyond: [DAY], changes: [degree(null, 'EdD')] },
      { line: 5, effect: 'held', holdId: null, beyond: [DAY], changes: [] },
      { line: 6, effect: 'held', holdId, changes: [] },
      {
        summary: {
          received: 6,
          updated: 3,
          unchanged: 3,
          deprovisioned: 2,
          held: 4,
          overThreshold: 0,
          withdrawn: 0,
        },
      },
    ]);
    expect(parts[0]).not.toHaveProperty('beyond');
    expect(parts[5]).not.toHaveProperty('beyond');
  });

  it('is held as the upload then holds, line by line', async () => {
    const { people } = await scene('hold');
    const rows = inactive([...people.slice(0, 6), people[2] ?? {}]);
    const planned = await plan(rows);
    const uploaded = await tenant.sis.bulk('/users/bulk', rows);
    const heldLines = uploaded.filter(({ message }) => message === 'DEPROVISIONING HELD');
    const plannedLines = planned.filter(({ effect }) => effect === 'held').map(({ line }) => line);
    // A second line about a held person is not counted again.
    expect([...plannedLines, 7]).toEqual(heldLines.map(({ line }) => line));
    expect(planned.at(-1)?.['summary']).toMatchObject({ held: heldLines.length });
    expect(uploaded.at(-1)?.['summary']).toMatchObject({ held: heldLines.length });
  });

  it('judges the run that is named, or else the one that the feed would name', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { percent: 50 } });
    const people = await activePeople(tenant, 3);
    const inNight = inRun(service, tenant, 'night');
    expect((await inNight.patch(`/users/${idOf(people[0])}`)).status).toBe(200);
    const rows = inactive(people.slice(1));
    const effects = async (...words: string[]): Promise<unknown[]> =>
      (await plan(rows, ...words)).map(({ effect, beyond, summary }) =>
        summary === undefined ? [effect, beyond] : (summary as Row)['run'],
      );
    const beyond = (run: unknown, most: number): Row[] => [{ run, count: null, percent: 50, most }];
    expect(await effects('--run', 'night')).toEqual([
      ['held', beyond('night', 1)],
      ['held', beyond('night', 1)],
      'night',
    ]);
    const usual = await effects();
    const run = usual.at(-1);
    expect(run).toMatch(/^\d{4}-\d\d-\d\d\.limited\.ndjson\.\d{8}$/);
    expect(usual).toEqual([['deprovisioned', undefined], ['held', beyond(run, 1)], run]);
  });

  it('shows who would be beyond a threshold that is only observed', async () => {
    const { people } = await scene('observe');
    const parts = await plan(inactive(people.slice(0, 4)));
    expect(parts).toMatchObject([
      { effect: 'deprovisioned' },
      { effect: 'deprovisioned' },
      { effect: 'deprovisioned', beyond: [DAY] },
      { effect: 'deprovisioned', beyond: [DAY] },
      { summary: { deprovisioned: 4, held: 0, overThreshold: 2, withdrawn: 0 } },
    ]);
  });

  it('shows whose hold would be withdrawn', async () => {
    const { people, holdId } = await scene('hold');
    const parts = await plan([{ ...people[5], accountStatus: 'active' }]);
    expect(parts).toMatchObject([
      { line: 1, effect: 'withdrawn', holdId, changes: [] },
      { summary: { unchanged: 1, withdrawn: 1 } },
    ]);
  });

  it('is printed for people', async () => {
    tenant = await aLimitedTenant(service, {
      mode: 'hold',
      perRun: { percent: 40 },
      perDay: { count: 1 },
    });
    const people = await activePeople(tenant, 3);
    const path = await file('printed.ndjson', inactive(people));
    const text = await printed('run', 'plan', path, '--run', 'night');
    const lines = text.split('\n').map((line) => line.replace(/: \d+ Ann Lee \(.+?\)/, ': Ann'));
    const why =
      'more than 1 person within 24 hours, and more than 1 person of the run night (40 % of 3 active people)';
    expect(lines).toEqual([
      'line 1: Ann would be de-provisioned',
      '  accountStatus: "active" -> "inactive"',
      `line 2: Ann would be held: ${why}`,
      `line 3: Ann would be held: ${why}`,
      '3 lines: 0 would be inserted, 1 updated (of them 1 de-provisioned, 0 restored), ' +
        '2 are unchanged, 0 would be refused.',
      '2 would be held: active until an administrator decides.',
      'People who are not in the file stay as they are. Nothing was written.',
      '',
    ]);
  });

  it('refuses the name of a run that no caller may give', async () => {
    const words = ['run', 'plan', 'x.csv', '--tenant', tenant.tenantId, '--run', 'undo:night'];
    const stderr: unknown = expect.stringContaining('--run undo:night must be');
    expect(await cli(words)).toMatchObject({ code: 1, stderr });
  });
});

describe('run undo', () => {
  beforeEach(async () => {
    const [ann, bo] = ['Ann', 'Bo'].map((externalId) => person({ externalId, degree: 'MA' }));
    await tenant.sis.bulk('/users/bulk', [ann, bo]);
    const night = { [RUN]: 'night' };
    await tenant.sis.post('/users', { ...ann, degree: 'PhD', accountStatus: 'inactive' }, night);
    await tenant.sis.post('/users', { ...bo, degree: 'PhD' }, night);
    await tenant.sis.post('/users', person({ externalId: 'Cy' }), night);
    await tenant.sis.post('/users', { ...bo, degree: 'Dr.' }, { [RUN]: 'day' });
  });

  it('without --yes prints its plan and writes nothing', async () => {
    const { tenantId, apiKey } = tenant;
    const before = await contentsOf(service, tenantId);
    const text = await printed('run', 'undo', 'night');
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
        '1 fields stay because they were changed since, 0 because another person has the former value.',
        'Nothing was written; --yes does it.',
        '',
      ].sort(),
    );
    expect(await contentsOf(service, tenantId)).toEqual(before);
  });

  it('with --yes does it, and accounts for it in one entry', async () => {
    const parts = await json('run', 'undo', 'night', '--yes');
    const totals = { people: 3, putBack: 2, fields: 3, deprovisioned: 1, restored: 1, kept: 1, taken: 0 };
    expect(parts).toHaveLength(4);
    expect(parts.at(-1)).toEqual({ summary: { run: 'night', undoneBy: 'undo:night', ...totals } });
    const statuses = await Promise.all(['Ann', 'Bo', 'Cy'].map((id) => statusOf(tenant, id)));
    expect(statuses).toEqual(['active', 'active', 'inactive']);
    expect(await auditOf(service, await service.scope(tenant), { action: 'run.undone' })).toMatchObject([
      {
        actor: 'terminal',
        target: 'run:night',
        before: null,
        after: { run: 'undo:night', isFinished: true, ...totals },
      },
    ]);
    await service.settle(tenant);
    const listed = (await json('run', 'list'))[0] as unknown as Row[];
    expect(listed.map(({ name }) => name)).toEqual(['undo:night', 'day', 'night']);
    expect(listed[0]).toMatchObject({ actors: ['terminal'], received: 3, updated: 2, unchanged: 1 });
  });

  it('of a part says what goes back, and leaves the rest of the run', async () => {
    const text = await printed('run', 'undo', 'night', '--field', 'degree', '--users', '950000001', '--yes');
    expect(text).toContain('Only degree of 1 named people; other changes of the run stay.');
    expect(text).toContain('1 people were changed by night: 1 were put back (1 fields;');
    expect(await statusOf(tenant, 'Ann')).toBe('inactive');
    await printed('run', 'undo', 'night', '--kind', 'deprovisioned', '--yes');
    expect(await statusOf(tenant, 'Ann')).toBe('active');
    const parts = await auditOf(service, await service.scope(tenant), { action: 'run.undone' });
    expect(parts).toMatchObject([
      { after: { part: { kind: 'deprovisioned' }, putBack: 1 } },
      { after: { part: { field: 'degree', users: 1 }, putBack: 1 } },
    ]);
  });

  it.each([
    ['kind', 'gone'],
    ['field', 'bodyHash'],
  ])('with a --%s that there is not is refused, and says which there are', async (option, value) => {
    const args = ['run', 'undo', 'night', '--tenant', tenant.tenantId, `--${option}`, value, '--yes'];
    const stderr: unknown = expect.stringContaining(`--${option} must be one of `);
    expect(await cli(args)).toMatchObject({ code: 1, stderr });
    expect(await statusOf(tenant, 'Ann')).toBe('inactive');
  });

  it('of an unknown run prints one line that says so', async () => {
    for (const name of ['unknown-run', 'two words', 'n\u00fcrnberg']) {
      expect(await cli(['run', 'undo', name, '--tenant', tenant.tenantId, '--yes'])).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'No run of this tenant has that name; a run is known once a call about people, progress or submissions ' +
          'has named it in X-Sync-Run.\n',
      });
    }
  });
});
