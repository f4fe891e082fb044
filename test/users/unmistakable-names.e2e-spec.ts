import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { allUsers, userOf } from '../factories/stored-people.js';
import { aSubmission, itemOf, resolve } from '../factories/submissions.js';
import { Administrators, PASSWORD } from '../support/administrators.js';
import { problemsOf, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { rawRequest } from '../support/raw-request.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const ZWSP = '\u200b';
/** Invisible characters, with their names in refusals. */
const UNSEEN: [string, string][] = [
  [ZWSP, 'U+200B (zero width space)'],
  ['\u202e', 'U+202E (right-to-left override)'],
  ['\u200c', 'U+200C (zero width non-joiner)'],
  ['\u2066', 'U+2066'],
  ['\ufeff', 'U+FEFF (byte order mark)'],
  ['\u00ad', 'U+00AD (soft hyphen)'],
  ['\t', 'U+0009 (tab)'],
  ['\n', 'U+000A (line feed)'],
  // A line end of another system is read as one.
  ['\r', 'U+000A (line feed)'],
  ['\u000b', 'U+000B (vertical tab)'],
  ['\f', 'U+000C (form feed)'],
  ['\u0085', 'U+0085 (next line)'],
  ['\u2028', 'U+2028 (line separator)'],
  ['\u2029', 'U+2029 (paragraph separator)'],
  ['\u3164', 'U+3164'],
];

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const headersOf = (type: string): Record<string, string> => ({
  'X-Service-API-Key': tenant.apiKey,
  'X-Service-API-Secret': tenant.apiSecret,
  'Content-Type': type,
});

const messagesOf = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  ...(body.error.details ?? []).map(({ message }) => message),
];

/** Stores values that no call accepts, as a looser rule would have. */
async function storeFromBefore(id: string, column: 'legacyNumber' | 'email', value: string): Promise<void> {
  const key = column === 'email' ? ', `emailKey` = LOWER(`email`)' : '';
  const sql = `UPDATE \`users\` SET \`${column}\` = ?${key} WHERE \`tenantId\` = ? AND \`id\` = ?`;
  await service.query(sql, [value, tenant.tenantId, id]);
}

describe('a character that cannot be seen', () => {
  it.each(UNSEEN)('%j makes no new person beside a stored one', async (character, name) => {
    const ann = person({ externalId: 'S-1', email: 'ann.lee@test.example.edu' });
    await tenant.sis.post('/users', ann);
    const problem = `must not contain ${name}, which cannot be seen`;

    for (const [field, value] of [
      ['externalId', `S-${character}1`],
      ['email', `ann${character}.lee@test.example.edu`],
    ] as const) {
      const sent = { ...person(), [field]: value };
      expect(messagesOf(await tenant.sis.post('/users', sent))).toEqual([400, `${field} ${problem}`]);
      expect((await tenant.sis.bulk('/users/bulk', [sent]))[0]).toMatchObject({
        success: false,
        error: { details: [{ field, message: `${field} ${problem}` }] },
      });
    }
    expect(await allUsers(service, tenant)).toHaveLength(1);
  });

  it('creates no form type, target system, mapping or administrator similar to another', async () => {
    const { api } = await admins.open(tenant, { role: 'application_admin' });
    const submissionId = await aSubmission(tenant);
    const studentId = await aStudent(tenant);
    const text = `a${ZWSP}b`;
    const links = { links: [{ formField: 'degree', target: 'degree' }] };
    const answers = [
      await tenant.workflow.put('/submissions/one', { formType: text, studentId, fields: {} }),
      await tenant.sis.post('/sync/replay', { submissionId, targetSystem: text }),
      await tenant.sis.post('/sync/ack', { submissionId, status: 'sent', targetSystem: text }),
      await api.post('/queue/replay', { submissionIds: [submissionId], targetSystem: text }),
      await api.put(`/mappings/${encodeURIComponent(text)}`, links),
      await api.post('/invitations', { email: `${text}@test.example.edu`, firstName: 'A', lastName: 'B' }),
      await api.patch('/settings', { emailDomain: `exa${ZWSP}mple.edu` }),
    ];
    const fields = 'formType targetSystem targetSystem targetSystem formType email emailDomain';
    expect(answers.map(messagesOf)).toEqual(
      fields
        .split(' ')
        .map((field) => [400, `${field} must not contain U+200B (zero width space), which cannot be seen`]),
    );
    expect((await itemOf(tenant, submissionId)).targetSystem).toBeNull();
  });

  it('alone is a blank: it is no name, and clears what a blank clears', async () => {
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    const refused = await tenant.sis.post('/users', { ...ann, firstName: ZWSP, externalId: ZWSP });
    expect(problemsOf(refused)).toEqual([400, 'firstName', 'externalId']);
    const { body } = await tenant.sis.post('/users', { ...ann, degree: ZWSP });
    expect(body.meta['changed']).toEqual(['degree']);
  });

  it('stays in a name, where languages and emoji need some', async () => {
    const names = { firstName: 'می\u200cنا', lastName: 'O\u200dB', genderPronoun: '👩‍🔬' };
    expect(await userOf(tenant, await aStudent(tenant, names))).toMatchObject(names);
  });

  it('is trimmed with the white space at both ends where it is white space or a byte order mark', async () => {
    const externalId = '\ufeff\u2028 S-77\t\n';
    expect((await tenant.sis.post('/users', person({ externalId }))).body.data['legacyNumber']).toBe('S-77');
  });
});

describe('a person whose address or number has such a character from before', () => {
  const OLD = `S-${ZWSP}1`;

  it('is read, de-provisioned and updated by ID, and their number is still found', async () => {
    const ann = person({ externalId: undefined });
    const id = await aStudent(tenant, ann);
    await storeFromBefore(id, 'legacyNumber', OLD);
    await storeFromBefore(id, 'email', `a${ZWSP}b@test.example.edu`);

    const old = { id, legacyNumber: OLD, email: `a${ZWSP}b@test.example.edu` };
    for (const name of [id, OLD]) expect(await userOf(tenant, name)).toMatchObject(old);
    expect((await tenant.sis.patch(`/users/${id}`)).body.message).toBe('USER DEPROVISIONED');
    for (const studentId of [id, encodeURIComponent(OLD)])
      expect(rowsOf(await tenant.sis.get(`/progress?studentId=${studentId}`))).toMatchObject([
        { studentId: id },
      ]);
    const put = { title: 'A', status: 'in_progress' };
    const path = `/students/${encodeURIComponent(OLD)}/dissertation`;
    expect((await tenant.workflow.put(path, put)).status).toBe(201);

    const healed = await tenant.sis.post('/users', { ...ann, externalId: id });
    expect(healed.body.data).toMatchObject({ id, email: ann['email'] });
    const renumbered = await tenant.sis.post('/users', { ...ann, externalId: 'S-1' });
    expect(renumbered.body).toMatchObject({
      meta: { matchedBy: 'email' },
      data: { id, legacyNumber: 'S-1' },
    });
  });

  it('is not found by a post that repeats it', async () => {
    const id = await aStudent(tenant);
    await storeFromBefore(id, 'legacyNumber', OLD);
    const answer = await tenant.sis.post('/users', person({ externalId: OLD }));
    expect(problemsOf(answer)).toEqual([400, 'externalId']);
  });

  it('can log in', async () => {
    const { id } = await admins.open(tenant, { role: 'application_admin' });
    const email = `a${ZWSP}${id}.${tenant.tenantId}@test.example.edu`;
    await storeFromBefore(id, 'email', email);
    expect((await admins.login(email, { password: PASSWORD })).status).toBe(200);
  });

  it('keeps no decision about another field from being made', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    await storeFromBefore(studentId, 'email', `a${ZWSP}b@test.example.edu`);
    const submissionId = await aSubmission(tenant, {
      studentId,
      fields: { degree: 'PhD', legacyNumber: 'S-2' },
      status: 'approved',
    });

    for (const field of ['degree', 'legacyNumber']) {
      const { status } = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });
      expect({ field, status }).toEqual({ field, status: 200 });
    }
    expect(await userOf(tenant, studentId)).toMatchObject({
      degree: 'PhD',
      legacyNumber: 'S-2',
      email: `a${ZWSP}b@test.example.edu`,
      firstName: 'Ann',
    });
  });

  it('cannot get it by a decision', async () => {
    const studentId = await aStudent(tenant);
    const fields = { legacyNumber: '..', email: `x${ZWSP}y@test.example.edu` };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });
    for (const field of ['legacyNumber', 'email']) {
      const answer = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });
      expect(problemsOf(answer)).toEqual([400, field]);
    }
  });
});

describe('a name that no address can carry', () => {
  it.each(['.', '..', 'bulk', 'BULK', 'match', 'Match'])(
    'is no externalId, in a post or in a line: %j',
    async (externalId) => {
      const problem = `externalId must not be ${externalId}, which an address cannot contain`;
      expect(messagesOf(await tenant.sis.post('/users', person({ externalId })))).toEqual([400, problem]);
      expect((await tenant.sis.bulk('/users/bulk', [person({ externalId })]))[0]).toMatchObject({
        error: { details: [{ field: 'externalId', message: problem }] },
      });
      expect(await allUsers(service, tenant)).toEqual([]);
    },
  );

  it('is one that the calls of these addresses have in any case', async () => {
    const headers = headersOf('application/x-ndjson');
    const path = '/api/v1/integration/users/BULK';
    const body = Buffer.from(JSON.stringify(person()));
    const { text } = await rawRequest(service.baseUrl, path, { method: 'POST', headers, body });
    expect(text).toContain('"summary"');
  });

  it.each(['...', '.a', 'bulk-1', 'bulky', '%2e%2e', '%2e', '../x', '\\', ';'])(
    'is none of its neighbours, which an address finds: %j',
    async (externalId) => {
      await tenant.sis.post('/users', person({ externalId }));
      expect((await userOf(tenant, externalId))['legacyNumber']).toBe(externalId);
    },
  );

  it.each(['..', 'bulk'])('is left to the person who has it from before, found by ID: %j', async (old) => {
    const ann = person({ externalId: undefined });
    const id = await aStudent(tenant, ann);
    await storeFromBefore(id, 'legacyNumber', old);
    expect((await userOf(tenant, id))['legacyNumber']).toBe(old);
    const refused = await tenant.sis.post('/users', { ...ann, externalId: old });
    expect(problemsOf(refused)).toEqual([400, 'externalId']);
    expect((await tenant.sis.post('/users', { ...ann, externalId: id })).status).toBe(200);
    expect((await tenant.sis.patch(`/users/${id}`)).status).toBe(200);
  });

  it.each(['.', '..'])('is no submission, form type or run: %j', async (name) => {
    const studentId = await aStudent(tenant);
    const input = { formType: 'x', studentId, fields: {} };
    const headers = headersOf('application/json');
    const path = `/api/v1/workflow/submissions/${name.replaceAll('.', '%2e')}`;
    const body = Buffer.from(JSON.stringify(input));
    const { status, text } = await rawRequest(service.baseUrl, path, { method: 'PUT', headers, body });
    expect(text).toContain(`submissionId must not be ${name}, which an address cannot contain`);
    expect(status).toBe(400);
    const typed = await tenant.workflow.put('/submissions/one', { ...input, formType: name });
    expect(problemsOf(typed)).toEqual([400, 'formType']);
    const run = 'X-Sync-Run must be neither . nor .., which an address cannot contain';
    const inRun = await tenant.sis.post('/users', person(), { 'X-Sync-Run': name });
    expect(messagesOf(inRun)).toEqual([400, run]);
  });

  it('is refused by the terminal too', async () => {
    const { tenantId } = tenant;
    const mapping = ['mapping', 'set', '--tenant', tenantId, '--form-type', '..', '--links', 'a=degree'];
    const template = ['template', 'set', '--tenant', tenantId, '--program', '_all', '--file', '/dev/null'];
    for (const [words, said] of [
      [mapping, 'formType must not be ..'],
      [template, '--program must not be _all'],
      [['tenant', 'create', '--name', 'A', '--domain', `a${ZWSP}b.edu`], '--domain must be a domain name'],
    ] as const)
      expect(await cli(words)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) as unknown });
  });
});
