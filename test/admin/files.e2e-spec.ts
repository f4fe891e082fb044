import { changeAsAdministrator } from '../factories/claims.js';
import { activePeople, idOf } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { sheetOf, workbook } from '../factories/workbook.js';
import { Administrators } from '../support/administrators.js';
import { linesOf, refusalOf, type Row, rowsOf, summaryOf } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { inMs } from '../support/clock.js';
import { administratorForEachTest } from '../support/each-test.js';
import { TestService, type TestTenant } from '../support/service.js';

const HEADER = 'Number,Given,Family,Mail,Kind,State';
const MAPPING = {
  columns: {
    Number: 'externalId',
    Given: 'firstName',
    Family: 'lastName',
    Mail: 'email',
    Kind: 'accountType',
    State: 'accountStatus',
  },
  values: { accountType: { stu: 'Student' } },
};
const RUN = 'by-hand-1';

let service: TestService;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

administratorForEachTest(
  (given) => {
    ({ service, tenant, api, actor } = given);
  },
  { firstName: 'Bo', lastName: 'Cruz' },
);

type Step = 'preview' | 'words' | 'plan' | 'apply';

interface Sent {
  readonly options?: Record<string, unknown>;
  readonly as?: ApiClient;
}

function send(
  step: Step,
  content: string | Buffer,
  { options = {}, as = api }: Sent = {},
): Promise<Answer<Body>> {
  const run = step === 'preview' || step === 'words' ? {} : { run: RUN };
  const head = JSON.stringify({ name: 'people.csv', mapping: MAPPING, ...run, ...options });
  const body = Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(content)]);
  return as.send('POST', `/files/${step}`, body, { 'Content-Type': 'application/octet-stream' });
}

/** A line of the file for a person, with other cells where they are given. */
function line(one: Row, { kind = 'stu', state = '' }: { kind?: string; state?: string } = {}): string {
  const { externalId, firstName, lastName, email } = one;
  return [externalId, firstName, lastName, email, kind, state].join(',');
}

const csv = (...lines: readonly string[]): string => [HEADER, ...lines, ''].join('\n');

describe('the preview of a file', () => {
  it('shows the fields of each column, and the first rows as they would be sent', async () => {
    const ann = person({ externalId: 'N-1', accountType: 'Student' });
    const { body } = await send('preview', csv(line(ann), line(person(), { kind: 'Studnet' })));
    const { columns, missing, rows, limitMiB, delimiter } = body.data;
    expect({ missing, limitMiB, delimiter }).toEqual({ missing: [], limitMiB: 64, delimiter: ',' });
    expect((columns as Row[])[4]).toEqual({
      name: 'Kind',
      isRead: false,
      hasFixedValues: true,
      proposal: null,
      targets: [{ fields: ['accountType'], transform: null, dateFormat: null }],
    });
    expect((rows as Row[])[0]).toMatchObject({
      line: 2,
      row: { externalId: 'N-1', accountType: 'Student' },
      problem: null,
    });
    expect((rows as Row[])[1]?.['problem']).toMatch(
      /^Row 3, .+: accountType 'Studnet' must be Student, Faculty or/,
    );
  });

  it('maps the columns of a known system by default, and names the required fields that none fills', async () => {
    const content = 'sourcedId,givenName,familyName,Grade\nS-1,Ann,Lee,12\n';
    const { data } = (await send('preview', content, { options: { mapping: {} } })).body;
    expect(data['missing']).toEqual(['email', 'accountType']);
    expect(
      (data['columns'] as Row[]).map(({ targets }) => (targets as Row[])[0]?.['fields'] ?? null),
    ).toEqual([['externalId'], ['firstName'], ['lastName'], null]);
  });

  it('needs the beginning of a file only', async () => {
    const whole = Buffer.from(csv(...Array.from({ length: 20 }, () => line(person()))));
    const { body } = await send('preview', whole.subarray(0, whole.length - 20));
    expect(body.data['rows']).toHaveLength(8);
  });
});

describe('a workbook', () => {
  const FIELDS = ['externalId', 'firstName', 'lastName', 'email', 'accountType'] as const;
  const cellsOf = (one: Row): string[] => FIELDS.map((field) => String(one[field]));
  const options = { name: 'people.xlsx', mapping: {} };

  it('is shown with its sheets, and with its cells as they are read', async () => {
    const sheets = [
      { name: 'Codes', state: 'hidden' as const, rows: [['x']] },
      { name: 'Read me', rows: [['People of the autumn']] },
      {
        name: 'Students',
        rows: [FIELDS, [{ value: 7, format: '0000' }, ...cellsOf(person()).slice(1)], [1.5]],
      },
    ];
    const first = (await send('preview', workbook({ sheets }), { options })).body.data;
    expect(first).toMatchObject({ format: 'xlsx', sheet: 'Read me', sheets: ['Read me', 'Students'] });
    expect(first['missing']).toEqual(['email', 'firstName', 'lastName', 'accountType']);
    const named = { ...options, sheet: 'Students' };
    const { data } = (await send('preview', workbook({ sheets }), { options: named })).body;
    expect(data).toMatchObject({ sheet: 'Students', missing: [] });
    const [whole, lost] = data['rows'] as Row[];
    expect(whole).toMatchObject({ line: 2, row: { externalId: '0007' }, problem: null });
    expect(lost).toMatchObject({ line: 3, row: null });
    expect(lost?.['problem']).toMatch(
      /The column "externalId" has the number 1\.5 in the place of an identifier/,
    );
  });

  it('is planned and applied as a file of another format is', async () => {
    const content = sheetOf(FIELDS, cellsOf(person({ externalId: 'N-1' })), [
      12_345.5,
      ...cellsOf(person()).slice(1),
    ]);
    for (const step of ['plan', 'apply'] as const) {
      const { totals } = summaryOf(await send(step, content, { options }));
      expect(totals).toMatchObject({ received: 2, inserted: 1, failed: 1 });
    }
    expect((await tenant.sis.get('/users/N-1')).status).toBe(200);
  });

  it.each<[string, Buffer, Record<string, unknown>, RegExp]>([
    ['that did not arrive whole', sheetOf(FIELDS).subarray(0, 300), {}, /damaged or incomplete/],
    ['without the named sheet', sheetOf(FIELDS), { sheet: 'Pupils' }, /the workbook has "Sheet1"/],
    ['whose sheet is empty', sheetOf(), {}, /because the sheet "Sheet1" is empty/],
  ])('is refused %s', async (_, content, more, message) => {
    const answer = await send('apply', content, { options: { ...options, ...more } });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) as unknown },
    });
  });
});

describe('the proposals of a preview', () => {
  /** The columns of a file that is sent without a mapping, by their names. */
  async function columnsOf(content: string, mapping = {}): Promise<Record<string, Row>> {
    const { data } = (await send('preview', content, { options: { mapping } })).body;
    return Object.fromEntries((data['columns'] as Row[]).map((column) => [String(column['name']), column]));
  }
  const file = 'Stu_ID,firstName,Adm Term,Password\n7,Ann,202610,x\n8,Bo,202620,y\n';
  const TERM = { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'term' };

  it('have a field, a rule, a certainty and reasons, for columns that fill nothing, and change no row', async () => {
    const columns = await columnsOf(file);
    expect(columns['Stu_ID']).toMatchObject({
      targets: [],
      proposal: {
        targets: [{ fields: ['externalId'] }],
        rule: 'externalId',
        certainty: 'high',
        reasons: [{ kind: 'name', words: ['student', 'id'], looks: null, sender: null, keptAt: null }],
        rivals: [],
      },
    });
    expect(columns['Adm Term']).toMatchObject({ proposal: { rule: TERM } });
    expect(columns['firstName']).toMatchObject({ proposal: null });
    expect(columns['Password']).toMatchObject({ proposal: null });
    const { data } = (await send('preview', file, { options: { mapping: {} } })).body;
    expect((data['rows'] as Row[])[0]).toMatchObject({ row: { firstName: 'Ann' } });
    expect(Object.keys((data['rows'] as Row[])[0]?.['row'] as Row)).toEqual(['firstName']);
  });

  it('end where the rule is sent in the mapping, or the column is left out', async () => {
    const columns = await columnsOf(file, { columns: { Stu_ID: 'externalId', 'Adm Term': null } });
    expect(columns['Stu_ID']).toMatchObject({ targets: [{ fields: ['externalId'] }], proposal: null });
    expect(columns['Adm Term']).toMatchObject({ targets: [], proposal: null });
  });

  it('follow the kept mapping that names most columns, with its sender and day, and no other tenant does', async () => {
    const kept = { columnsHash: 'ab'.repeat(32), mapping: { columns: { STU_ID: 'customFields.key' } } };
    const { body } = await api.put('/files/mappings/Registrar', kept);
    expect((await columnsOf(file))['Stu_ID']).toMatchObject({
      proposal: {
        rule: 'customFields.key',
        reasons: [{ kind: 'earlier', sender: 'Registrar', keptAt: body.data['changedAt'] }],
      },
    });
    const { api: as } = await new Administrators(service).open(await service.tenant());
    const other = await send('preview', file, { options: { mapping: {} }, as });
    expect((other.body.data['columns'] as Row[])[0]).toMatchObject({ proposal: { rule: 'externalId' } });
  });

  it('are judged by what can be read of a file that is cut', async () => {
    const cut = `${file}${'9,Cy,202630,z\n'.repeat(20)}10,"Di`;
    expect((await columnsOf(cut))['Adm Term']).toMatchObject({ proposal: { rule: TERM } });
  });
});

describe('the words of a file', () => {
  /** The words of a field with their rows, and what is said of the others. */
  async function found(content: string, field: string, sent: Sent = {}): Promise<Row | undefined> {
    const { status, body } = await send('words', content, sent);
    expect(status).toBe(200);
    return (body.data['fields'] as Row[]).find((one) => one['field'] === field);
  }
  const lines = (kinds: readonly string[], state = ''): string =>
    csv(...kinds.map((kind) => line(person(), { kind, state })));

  it('are counted in the whole file, with what each means and likely means', async () => {
    const content = lines([...Array.from({ length: 300 }, () => 'AW'), 'UGRD', 'stu', 'Staff']);
    expect(await found(content, 'accountType')).toEqual({
      field: 'accountType',
      values: ['Student', 'Faculty', 'Staff'],
      columns: ['Kind'],
      words: [
        { word: 'AW', rows: 300, isKnown: false, meaning: null, likely: null },
        { word: 'UGRD', rows: 1, isKnown: false, meaning: null, likely: 'Student' },
        { word: 'stu', rows: 1, isKnown: true, meaning: 'Student', likely: 'Student' },
        { word: 'Staff', rows: 1, isKnown: true, meaning: 'Staff', likely: 'Staff' },
      ],
      blank: 0,
      unlisted: 0,
    });
  });

  it('that have no meaning are those whose rows the plan refuses', async () => {
    const content = lines(['stu', 'AW', 'Student', 'aw', 'UGRD'], 'inactive');
    const words = (await found(content, 'accountType'))?.['words'] as Row[];
    const open = words.filter(({ isKnown }) => isKnown !== true);
    const rows = open.reduce((sum, one) => sum + Number(one['rows']), 0);
    expect(rows).toBe(3);
    expect(summaryOf(await send('plan', content))['totals']).toMatchObject({ failed: rows });
  });

  it('that are blank are counted by themselves, and a blank that the mapping names has its meaning', async () => {
    const content = lines(['', 'stu', '  ']);
    expect(await found(content, 'accountType')).toMatchObject({
      blank: 2,
      words: [{ word: 'stu', rows: 1 }],
    });
    expect(await found(content, 'accountStatus')).toMatchObject({ blank: 3, words: [] });
  });

  it('that are very long or too many are counted and not listed', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `K${n}`);
    const words = await found(lines([...many, 'x'.repeat(5000), 'stu']), 'accountType');
    expect(words?.['words']).toHaveLength(201);
    expect(words?.['unlisted']).toBe(9801);
  });

  it('are none for people as JSON, one per line, and for a file without such columns', async () => {
    const none = { rows: 0, fields: [] };
    const people = await send('words', `${JSON.stringify(person())}\n`, {
      options: { name: 'people.ndjson', mapping: {} },
    });
    expect(people.body.data).toEqual(none);
    const other = await send('words', 'Key\n1\n', { options: { mapping: {} } });
    expect(other.body.data).toEqual(none);
  });

  it('are refused where the file cannot be read to its end', async () => {
    const answer = await send('words', `${csv(line(person()))}7,"Open`);
    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('the terms of a file', () => {
  const MAPPED = {
    ...MAPPING,
    columns: { ...MAPPING.columns, State: { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'term' } },
  };
  const content = csv(line(person({ externalId: 'N-1' }), { state: '202610' }));

  it('are read by the table of the settings, and by that of the mapping before it', async () => {
    await api.patch('/settings', { terms: [{ name: 'YYYY10', month: 9, yearOffset: -1 }] });
    const entryOf = async (mapping: object): Promise<unknown> =>
      rowsOfPreview(await send('preview', content, { options: { mapping } }))[0]?.['row'];
    expect(await entryOf(MAPPED)).toMatchObject({ monthOfEntry: 9, yearOfEntry: 2025 });
    expect(await entryOf({ ...MAPPED, terms: { YYYY10: 8 } })).toMatchObject({
      monthOfEntry: 8,
      yearOfEntry: 2026,
    });
  });

  it('that the table does not have refuse their rows, which name the column, the term and the table', async () => {
    const [row] = rowsOfPreview(await send('preview', content, { options: { mapping: MAPPED } }));
    expect(row).toMatchObject({
      row: null,
      problem: expect.stringMatching(
        /^Row 2: The column "State" has "202610", which is no term of the table: add it to the terms of the /,
      ) as unknown,
    });
    expect(summaryOf(await send('plan', content, { options: { mapping: MAPPED } }))['totals']).toMatchObject({
      failed: 1,
      inserted: 0,
    });
  });

  it('refuse rows that are listed with their external ID, and with their line of the file', async () => {
    await send('apply', content, { options: { mapping: MAPPED } });
    expect(rowsOf(await api.get(`/runs/${RUN}/failures`))).toMatchObject([
      { line: 2, externalId: expect.stringMatching(/./) as unknown },
    ]);
  });
});

function rowsOfPreview({ body }: Answer<Body>): Row[] {
  return body.data['rows'] as Row[];
}

describe('the plan of a file', () => {
  it('says who would be created, changed, de-provisioned and refused, and writes nothing', async () => {
    const [leaving = {}, moving = {}] = await activePeople(tenant, 2);
    const content = csv(
      line(person({ externalId: 'N-1' })),
      line({ ...moving, lastName: 'Another' }, { kind: String(moving['accountType']) }),
      line(leaving, { kind: String(leaving['accountType']), state: 'inactive' }),
      line(person({ externalId: 'N-BAD' }), { kind: 'Studnet' }),
    );
    const summary = summaryOf(await send('plan', content));
    expect(summary['totals']).toMatchObject({
      received: 4,
      inserted: 1,
      updated: 2,
      deprovisioned: 1,
      failed: 1,
    });
    const people = summary['people'] as Record<string, Row[]>;
    expect(people['inserted']).toMatchObject([{ line: 2, id: null, legacyNumber: 'N-1' }]);
    expect(people['updated']).toMatchObject([
      { line: 3, changes: [{ field: 'lastName', after: 'Another' }] },
    ]);
    expect(people['deprovisioned']).toMatchObject([{ line: 4 }]);
    expect(summary['failures']).toEqual([
      {
        line: 5,
        externalId: 'N-BAD',
        sentence: "Row 5, N-BAD: accountType 'Studnet' must be Student, Faculty or Staff",
        translations: { es: 'Fila 5, N-BAD: accountType «Studnet» debe ser Student, Faculty o Staff' },
      },
    ]);
    expect(summary['causes']).toEqual([
      {
        cause: "accountType 'Studnet' must be Student, Faculty or Staff",
        translations: { es: 'accountType «Studnet» debe ser Student, Faculty o Staff' },
        rows: 1,
      },
    ]);
    expect((await tenant.sis.get('/users/N-1')).status).toBe(404);
    expect((await api.get(`/runs/${RUN}`)).status).toBe(404);
  });

  it('reports records that the mapping leaves out, and columns that are not sent', async () => {
    const content = csv(line(person()), line(person(), { kind: 'guest' }));
    const mapping = { ...MAPPING, columns: { ...MAPPING.columns, State: null }, skip: { Kind: ['guest'] } };
    expect(summaryOf(await send('plan', content, { options: { mapping } }))).toMatchObject({
      totals: { received: 1, inserted: 1 },
      skipped: [{ reason: 'Kind is guest', rows: 1 }],
      ignoredColumns: ['State'],
    });
  });
});

describe('a file that is applied', () => {
  it('is a run of the administrator, with its counts, its failed rows and one audit entry', async () => {
    const content = csv(
      line(person({ externalId: 'N-1' })),
      line(person({ externalId: 'N-2' }), { kind: 'x' }),
    );
    const lines = linesOf(await send('apply', content));
    expect(lines[0]?.['progress']).toMatchObject({ received: 2 });
    expect(summaryOf(await send('plan', content))['totals']).toMatchObject({ unchanged: 1, failed: 1 });
    expect((await tenant.sis.get('/users/N-1')).status).toBe(200);
    expect((await api.get(`/runs/${RUN}`)).body.data).toMatchObject({
      calls: 1,
      inserted: 1,
      failed: 1,
      failedKept: 1,
      senders: [{ actor, label: 'Bo Cruz' }],
    });
    expect(await auditPage(api, '&action=file.applied')).toMatchObject([
      {
        actor,
        target: `run:${RUN}`,
        after: { file: 'people.csv', received: 2, inserted: 1, failed: 1, isFinished: true },
      },
    ]);
  });

  it('that is sent again changes nothing', async () => {
    const content = csv(...Array.from({ length: 3 }, () => line(person())));
    await send('apply', content);
    expect(summaryOf(await send('apply', content))['totals']).toMatchObject({ received: 3, unchanged: 3 });
  });

  it('can be undone like any run', async () => {
    const [someone = {}] = await activePeople(tenant, 1);
    await send(
      'apply',
      csv(line({ ...someone, lastName: 'Wrong' }, { kind: String(someone['accountType']) })),
    );
    await api.post(`/runs/${RUN}/undo`, { confirm: RUN });
    const { data } = (await tenant.sis.get(`/users/${idOf(someone)}`)).body;
    expect(data['lastName']).toBe(someone['lastName']);
  });

  it('holds whom it de-provisions beyond a limit, as the plan says', async () => {
    await changeAsAdministrator(service, tenant, {
      deprovisioningGuard: { mode: 'hold', perRun: { count: 1 } },
    });
    const people = await activePeople(tenant, 3);
    const content = csv(
      ...people.map((one) => line(one, { kind: String(one['accountType']), state: 'inactive' })),
    );
    const planned = summaryOf(await send('plan', content));
    expect(planned['totals']).toMatchObject({ deprovisioned: 1, held: 2 });
    expect((planned['people'] as Record<string, Row[]>)['held']).toMatchObject([
      { heldBy: 'limit' },
      { heldBy: 'limit' },
    ]);
    expect(summaryOf(await send('apply', content))['totals']).toMatchObject({ held: 2 });
    expect(rowsOf(await api.get(`/holds?status=held&run=${RUN}`))).toHaveLength(2);
  });

  it('holds whom it de-provisions within a pause', async () => {
    const [from, until] = [-1, 1].map((days) => inMs(days * 86_400_000).slice(0, 10));
    await changeAsAdministrator(service, tenant, {
      deprovisioningPauses: [{ from: from ?? '', until: until ?? '' }],
    });
    const [someone = {}] = await activePeople(tenant, 1);
    const content = csv(line(someone, { kind: String(someone['accountType']), state: 'inactive' }));
    expect((summaryOf(await send('plan', content))['people'] as Record<string, Row[]>)['held']).toMatchObject(
      [{ heldBy: 'pause' }],
    );
    await send('apply', content);
    expect(rowsOf(await api.get('/holds?status=held'))).toMatchObject([{ reason: 'pause', run: RUN, actor }]);
  });

  it('counts whom it de-provisions beyond a limit that only warns', async () => {
    await changeAsAdministrator(service, tenant, {
      deprovisioningGuard: { mode: 'observe', perRun: { count: 1 } },
    });
    const people = await activePeople(tenant, 3);
    const content = csv(
      ...people.map((one) => line(one, { kind: String(one['accountType']), state: 'inactive' })),
    );
    const expected = { updated: 3, deprovisioned: 3, held: 0, overThreshold: 2 };
    expect(summaryOf(await send('plan', content))['totals']).toMatchObject(expected);
    expect(summaryOf(await send('apply', content))['totals']).toMatchObject(expected);
  });

  it('refuses what its plan refuses, also where the rows are not in one batch', async () => {
    const owner = person({ firstName: 'Ann', lastName: 'Lee', accountType: 'Student' });
    await tenant.sis.post('/users', owner);
    const successor = person({ email: owner['email'], firstName: 'Anna', lastName: 'Lee' });
    const moved = { ...owner, email: 'moved@test.example.edu', lastName: 'Moss' };
    const others = Array.from({ length: 600 }, () => line(person()));
    const content = csv(line(successor), ...others, line(moved));
    for (const step of ['plan', 'apply'] as const)
      expect(summaryOf(await send(step, content))['totals']).toMatchObject({ inserted: 600, failed: 1 });
  });

  it.each([
    ['people.csv', 'people.csv'],
    ['\u5b78\u751f.csv', '\u6559\u5e2b.csv'],
    ['a b.csv', 'a-b.csv'],
  ])('without a run is one of its name and content: %s, %s', async (one, other) => {
    const runs: unknown[] = [];
    for (const name of [one, other]) {
      const content = csv(line(person()));
      for (const step of ['plan', 'apply'] as const)
        runs.push(summaryOf(await send(step, content, { options: { name, run: undefined } }))['run']);
    }
    const [planned, applied, ...others] = runs;
    expect(planned).toMatch(/^\d{4}-\d\d-\d\d\..+\.\d{8}$/);
    expect([planned, ...others]).toEqual([applied, others[0], others[0]]);
    expect(others[0]).not.toBe(applied);
    expect((await api.get(`/runs/${String(applied)}`)).body.data).toMatchObject({ inserted: 1 });
  });

  it('adds up to the lines of the file', async () => {
    const lines = [line(person()), '"N-1\n",Ann,Lee,ann@test.example.edu,stu,', ',,,,,', 'N-2', ''];
    const content = csv(...lines);
    for (const step of ['plan', 'apply'] as const) {
      const { totals, blank, furtherLines } = summaryOf(await send(step, content));
      expect(totals).toMatchObject({ received: 3, inserted: 2, failed: 1 });
      expect({ blank, furtherLines }).toEqual({ blank: 2, furtherLines: 1 });
    }
  });

  it('never reaches people of another tenant', async () => {
    const [theirs = {}] = await activePeople(await service.tenant(), 1);
    await send('apply', csv(line({ ...theirs, lastName: 'Wrong' })));
    const { status } = await tenant.sis.get(`/users/${idOf(theirs)}`);
    expect(status).toBe(200);
  });
});

describe('a file is refused', () => {
  it.each<[string, string | Buffer, Record<string, unknown>, RegExp]>([
    ['without a header', '', {}, /there is no header row/],
    ['in another encoding', Buffer.from(csv('1,Zo\xeb,Lee,z@x.edu,stu,'), 'latin1'), {}, /name its encoding/],
    ['whose mapping names an unknown column', csv(), { mapping: { columns: { Nope: 'email' } } }, /"nope"/],
    ['whose mapping is not valid', csv(), { mapping: { colums: {} } }, /unknown key colums/],
    [
      'whose mapping needs a side file',
      csv(),
      {
        mapping: { lookup: { file: '../x.csv', key: 'a', on: 'Number', take: ['b'] } },
      },
      /only the feed command can read/,
    ],
    ['with an unknown encoding', csv(), { encoding: 'klingon' }, /klingon is not known/],
    ['for the run of an undo', csv(), { run: 'undo:x' }, /do not begin with undo:/],
  ])('%s', async (_, content, options, message) => {
    const answer = await send('plan', content, { options });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) as unknown },
    });
  });

  it('in an encoding that is named, it is read', async () => {
    const content = Buffer.from(csv('N-1,Zo\xeb,Lee,zoe@test.example.edu,stu,'), 'latin1');
    await send('apply', content, { options: { encoding: 'windows-1252' } });
    expect((await tenant.sis.get('/users/N-1')).body.data['firstName']).toBe('Zoë');
  });

  it('when it is larger than the setting allows, and nothing of it is applied', async () => {
    const small = await TestService.start({ FILE_LIMIT_MIB: '1' });
    try {
      const itsTenant = await small.tenant();
      const { api: as } = await new Administrators(small).open(itsTenant);
      const lines = Array.from(
        { length: 20_000 },
        (_, n) => `N-${n},Ann,Lee,a.${n}@test.example.edu,stu,${' '.repeat(40)}`,
      );
      const answer = await send('apply', csv(...lines), { as });
      expect(refusalOf(answer)).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
        expect.stringContaining('larger than 1 MiB'),
      ]);
      expect((await itsTenant.sis.get('/users/N-0')).status).toBe(404);
    } finally {
      await small.stop();
    }
  });

  it('with a media type that is none of a file', async () => {
    const answer = await api.post('/files/apply', {});
    expect(refusalOf(answer).slice(0, 2)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
