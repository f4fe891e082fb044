import { facultyMember, person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { problemsOf, type Row } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let sis: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ sis } = tenant);
});

describe('a new person', () => {
  it('is inserted with the next 950 number and its own externalId as legacyNumber', async () => {
    const ann = person({ externalId: 'S-77', email: 'Ann.Lee@test.example.edu' });

    const answer = await sis.post('/users', ann);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: 'DATA INSERTED',
      data: {
        id: '950000001',
        email: 'Ann.Lee@test.example.edu',
        firstName: 'Ann',
        lastName: 'Lee',
        accountType: 'Student',
        accountStatus: 'active',
        legacyNumber: 'S-77',
      },
      meta: { matchedBy: null, changed: [] },
    });
  });
});

/** Posts a user and returns what is stored. */
const stored = async (sent: Row): Promise<Row> => userOf(tenant, await storedId(tenant, sent));

describe('GET /users/:id', () => {
  it('answers every attribute of a user with only the required fields', async () => {
    tenant = await service.tenant({ emailDomain: 'northern.example.edu' });
    const began = new Date().toISOString();

    const user = await stored(person({ email: 'ann@x.example.edu', externalId: undefined }));

    const stamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(user).toEqual({
      id: '950000001',
      email: 'ann@x.example.edu',
      firstName: 'Ann',
      lastName: 'Lee',
      accountType: 'Student',
      accountStatus: 'active',
      legacyNumber: null,
      middleInitial: null,
      name: 'Ann Lee',
      role: 'student',
      domain: 'northern.example.edu',
      schoolProgram: null,
      programId: null,
      degree: null,
      monthOfEntry: null,
      yearOfEntry: null,
      monthOfGraduation: null,
      yearOfGraduation: null,
      isAffiliatedWithUniversity: true,
      hideProfilePage: false,
      unsubscribeAllGroupEmails: false,
      genderPronoun: null,
      userTags: [],
      nationalities: [],
      careerInterests: [],
      languages: [],
      customFields: {},
      facultyProfile: null,
      createdAt: stamp,
      updatedAt: user['createdAt'],
      changedAt: stamp,
    });
    expect(String(user['createdAt']) >= began).toBe(true);
  });
});

describe('a default', () => {
  it('name follows its parts until it is overridden, and again once the override is cleared', async () => {
    const ann = person();
    const nameOf = async (sent: Row): Promise<unknown> => (await stored({ ...ann, ...sent }))['name'];

    expect(await nameOf({ middleInitial: 'M.' })).toBe('Ann M. Lee');
    expect(await nameOf({ firstName: 'Anna', lastName: 'Li' })).toBe('Anna M. Li');
    expect(await nameOf({ name: 'Dr Ann Lee' })).toBe('Dr Ann Lee');
    expect(await nameOf({ firstName: 'Anna' })).toBe('Dr Ann Lee');
    expect(await nameOf({ name: null })).toBe('Ann M. Lee');
    expect(await nameOf({ middleInitial: '' })).toBe('Ann Lee');
  });

  it('role follows the accountType until it is overridden', async () => {
    const ann = person();
    const roleOf = async (sent: Row): Promise<unknown> => (await stored({ ...ann, ...sent }))['role'];

    expect(await roleOf({})).toBe('student');
    expect(await roleOf({ accountType: 'Faculty' })).toBe('faculty');
    expect(await roleOf({ accountType: 'Staff' })).toBe('staff');
    expect(await roleOf({ role: 'dean' })).toBe('dean');
    expect(await roleOf({ accountType: 'Faculty' })).toBe('dean');
    expect(await roleOf({ accountType: 'Faculty', role: null })).toBe('faculty');
  });

  it('domain is the setting of the tenant, an override stays', async () => {
    tenant = await service.tenant({ emailDomain: 'uni.example.edu' });
    const ann = person();

    expect((await stored(ann))['domain']).toBe('uni.example.edu');
    expect((await stored({ ...ann, domain: 'cs.example.edu' }))['domain']).toBe('cs.example.edu');
    expect((await stored(ann))['domain']).toBe('cs.example.edu');
  });
});

describe('a faculty profile', () => {
  const profileOf = async (sent: Row): Promise<Row | null> =>
    (await stored(sent))['facultyProfile'] as Row | null;

  it('is merged field by field', async () => {
    const ann = facultyMember();
    await stored({ ...ann, facultyProfile: { tools: ['R'], highestDegree: 'PhD' } });

    const profile = await profileOf({ ...ann, facultyProfile: { tools: ['SAS'], isExternal: true } });

    expect(profile).toMatchObject({ tools: ['SAS'], highestDegree: 'PhD', isExternal: true });
  });

  it('keeps canServeAsChair as it was set, whatever the role is', async () => {
    const ann = facultyMember();
    expect(await profileOf({ ...ann, role: 'chair' })).toMatchObject({ canServeAsChair: true });
    const refusing = { ...ann, facultyProfile: { canServeAsChair: false } };
    expect(await profileOf(refusing)).toMatchObject({ canServeAsChair: false });
  });

  it.each(['Student', 'Staff'])('of a %s in the role chair is used', async (accountType) => {
    const profile = { tools: ['R'] };
    const stored = await profileOf(person({ accountType, role: 'chair', facultyProfile: profile }));
    expect(stored).toMatchObject({ tools: ['R'], canServeAsChair: true });
  });

  it.each(['Student', 'Staff'])('of any other %s is warned about and not stored', async (accountType) => {
    const ann = person({ accountType });

    const answer = await sis.post('/users', { ...ann, facultyProfile: { tools: ['R'] } });

    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toMatchObject([{ field: 'facultyProfile', code: 'IGNORED' }]);
    expect(await profileOf({ ...ann, role: 'chair' })).toMatchObject({ tools: [], canServeAsChair: true });
  });

  it('is checked also where it is not used', async () => {
    const answer = await sis.post('/users', person({ facultyProfile: { leaveUntil: '2023-02-29' } }));

    expect(problemsOf(answer)).toEqual([400, 'facultyProfile.leaveUntil']);
  });

  it.each(['x', 5, true, [], [{ tools: [] }]])('is an object, never %j', async (facultyProfile) => {
    const { body } = await sis.post('/users', facultyMember({ facultyProfile }));

    expect(body.error.details).toEqual([
      { field: 'facultyProfile', code: 'isObject', message: 'facultyProfile must be an object' },
    ]);
  });
});

describe('a body that is not valid', () => {
  it('names every failing field, also unknown ones and those of the profile', async () => {
    const sent = {
      lastName: ' ',
      accountType: 'student',
      acountStatus: 'inactive',
      monthOfEntry: 13,
      userTags: [1],
      facultyProfile: { leaveUntil: 'soon', tols: [], tools: '' },
    };

    const { status, body } = await sis.post('/users', sent);

    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: { code: 'VALIDATION_FAILED' } });
    expect(body.error.details?.map(({ field, code }) => [field, code]).sort()).toEqual([
      ['accountType', 'isIn'],
      ['acountStatus', 'unknownField'],
      ['email', 'isEmail'],
      ['facultyProfile.leaveUntil', 'isDate'],
      ['facultyProfile.tols', 'unknownField'],
      ['facultyProfile.tools', 'isTextList'],
      ['firstName', 'isText'],
      ['lastName', 'isText'],
      ['monthOfEntry', 'isInt'],
      ['userTags', 'isTextList'],
    ]);
    const messages = body.error.details?.map(({ message }) => message);
    expect(messages).toContain('acountStatus is not a known field; did you mean accountStatus?');
    expect(messages).toContain('facultyProfile.tols is not a known field; did you mean tools?');
  });

  it.each(['id', 'legacyNumber', 'createdAt', '__proto__', 'constructor', 'tenantId'])(
    'is one with the property %s',
    async (name) => {
      const text = JSON.stringify(person()).replace('{', `{"${name}":"x",`);

      const answer = await sis.send('POST', '/users', text, { 'Content-Type': 'application/json' });

      expect(problemsOf(answer)).toEqual([400, name]);
    },
  );

  it.each(['[', '{"a":'])('is one that nests as deep as a body can: %s', async (open) => {
    const deep = `${open.repeat(40_000)}1${(open === '[' ? ']' : '}').repeat(40_000)}`;

    for (const field of ['firstName', 'userTags', 'customFields', 'facultyProfile']) {
      const text = JSON.stringify(person({ [field]: '?' })).replace('"?"', deep);
      const answer = await sis.send('POST', '/users', text, { 'Content-Type': 'application/json' });
      const error = { code: 'VALIDATION_FAILED' };
      expect({ field, answer }).toMatchObject({ field, answer: { status: 400, body: { error } } });
    }
  });
});

describe('a program', () => {
  it('is registered by the first user who names it, under the name of the schoolProgram', async () => {
    await sis.post('/users', person({ programId: 'edd', schoolProgram: 'Educational Leadership' }));
    await sis.post('/users', person({ programId: 'edd', schoolProgram: 'Another name' }));
    await sis.post('/users', person({ programId: 'phd' }));
    await sis.post('/users', person({ schoolProgram: 'No program' }));

    const programs: unknown = await service.query(
      'SELECT `programId`, `name` FROM `programs` WHERE `tenantId` = ? ORDER BY `programId`',
      [tenant.tenantId],
    );

    expect(programs).toEqual([
      { programId: 'edd', name: 'Educational Leadership' },
      { programId: 'phd', name: 'phd' },
    ]);
  });
});
