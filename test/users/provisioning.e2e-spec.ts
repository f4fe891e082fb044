import { facultyMember, person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

describe('a new person', () => {
  it('is inserted with the next 950 number and its own externalId as legacyNumber', async () => {
    const { sis } = await service.tenant();
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

type Row = Record<string, unknown>;

/** Posts a user and returns what is stored. */
async function stored({ sis }: TestTenant, sent: Row): Promise<Row> {
  const { body } = await sis.post('/users', sent);
  return (await sis.get(`/users/${String(body.data['id'])}`)).body.data;
}

describe('GET /users/:id', () => {
  it('answers every attribute of a user with only the required fields', async () => {
    const tenant = await service.tenant({ emailDomain: 'northern.example.edu' });
    const began = new Date().toISOString();

    const user = await stored(tenant, person({ email: 'ann@x.example.edu', externalId: undefined }));

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
    });
    expect(String(user['createdAt']) >= began).toBe(true);
  });
});

describe('a default', () => {
  it('name follows its parts until it is overridden, and again once the override is cleared', async () => {
    const tenant = await service.tenant();
    const ann = person();
    const nameOf = async (sent: Row): Promise<unknown> => (await stored(tenant, { ...ann, ...sent }))['name'];

    expect(await nameOf({ middleInitial: 'M.' })).toBe('Ann M. Lee');
    expect(await nameOf({ firstName: 'Anna', lastName: 'Li' })).toBe('Anna M. Li');
    expect(await nameOf({ name: 'Dr Ann Lee' })).toBe('Dr Ann Lee');
    expect(await nameOf({ firstName: 'Anna' })).toBe('Dr Ann Lee');
    expect(await nameOf({ name: null })).toBe('Ann M. Lee');
    expect(await nameOf({ middleInitial: '' })).toBe('Ann Lee');
  });

  it('role follows the accountType until it is overridden', async () => {
    const tenant = await service.tenant();
    const ann = person();
    const roleOf = async (sent: Row): Promise<unknown> => (await stored(tenant, { ...ann, ...sent }))['role'];

    expect(await roleOf({})).toBe('student');
    expect(await roleOf({ accountType: 'Faculty' })).toBe('faculty');
    expect(await roleOf({ accountType: 'Staff' })).toBe('staff');
    expect(await roleOf({ role: 'dean' })).toBe('dean');
    expect(await roleOf({ accountType: 'Faculty' })).toBe('dean');
    expect(await roleOf({ accountType: 'Faculty', role: null })).toBe('faculty');
  });

  it('domain is the setting of the tenant, an override stays', async () => {
    const tenant = await service.tenant({ emailDomain: 'uni.example.edu' });
    const ann = person();

    expect((await stored(tenant, ann))['domain']).toBe('uni.example.edu');
    expect((await stored(tenant, { ...ann, domain: 'cs.example.edu' }))['domain']).toBe('cs.example.edu');
    expect((await stored(tenant, ann))['domain']).toBe('cs.example.edu');
  });
});

describe('a faculty profile', () => {
  const profileOf = async (tenant: TestTenant, sent: Row): Promise<Row | null> =>
    (await stored(tenant, sent))['facultyProfile'] as Row | null;

  it('is merged field by field', async () => {
    const tenant = await service.tenant();
    const ann = facultyMember();
    await stored(tenant, { ...ann, facultyProfile: { tools: ['R'], highestDegree: 'PhD' } });

    const profile = await profileOf(tenant, { ...ann, facultyProfile: { tools: ['SAS'], isExternal: true } });

    expect(profile).toMatchObject({ tools: ['SAS'], highestDegree: 'PhD', isExternal: true });
  });

  it('has its defaults; canServeAsChair is true exactly for the role chair unless it was set', async () => {
    const tenant = await service.tenant();
    const ann = facultyMember();

    expect(await profileOf(tenant, ann)).toMatchObject({
      maxConcurrentCommittees: 10,
      canServeAsChair: false,
    });
    expect(await profileOf(tenant, { ...ann, role: 'chair' })).toMatchObject({ canServeAsChair: true });
    const set = { ...ann, facultyProfile: { canServeAsChair: false } };
    expect(await profileOf(tenant, set)).toMatchObject({ canServeAsChair: false });
    expect(
      await profileOf(tenant, { ...ann, role: null, facultyProfile: { canServeAsChair: true } }),
    ).toMatchObject({
      canServeAsChair: true,
    });
  });

  it.each(['Student', 'Staff'])('of a %s in the role chair is used', async (accountType) => {
    const tenant = await service.tenant();

    const profile = await profileOf(
      tenant,
      person({ accountType, role: 'chair', facultyProfile: { tools: ['R'] } }),
    );

    expect(profile).toMatchObject({ tools: ['R'], canServeAsChair: true });
  });

  it.each(['Student', 'Staff'])('of any other %s is warned about and not stored', async (accountType) => {
    const { sis } = await service.tenant();
    const ann = person({ accountType });

    const answer = await sis.post('/users', { ...ann, facultyProfile: { tools: ['R'] } });

    expect(answer.status).toBe(201);
    expect(answer.body.warnings?.map(({ field, code }) => [field, code])).toEqual([
      ['facultyProfile', 'IGNORED'],
    ]);
    await sis.post('/users', { ...ann, role: 'chair' });
    const { data } = (await sis.get(`/users/${String(answer.body.data['id'])}`)).body;
    expect(data['facultyProfile']).toMatchObject({ tools: [] });
  });

  it('is checked also where it is not used', async () => {
    const { sis } = await service.tenant();

    const { status, body } = await sis.post(
      '/users',
      person({ facultyProfile: { leaveUntil: '2023-02-29' } }),
    );

    expect({ status, field: body.error.details?.[0]?.field }).toEqual({
      status: 400,
      field: 'facultyProfile.leaveUntil',
    });
  });

  it.each(['x', 5, true, [], [{ tools: [] }]])('is an object, never %j', async (facultyProfile) => {
    const { sis } = await service.tenant();

    const { body } = await sis.post('/users', facultyMember({ facultyProfile }));

    expect(body.error.details).toEqual([
      { field: 'facultyProfile', code: 'isObject', message: 'facultyProfile must be an object' },
    ]);
  });
});

describe('a body that is not valid', () => {
  it('names every failing field, also unknown ones and those of the profile', async () => {
    const { sis } = await service.tenant();
    const sent = {
      lastName: ' ',
      accountType: 'student',
      acountStatus: 'inactive',
      monthOfEntry: 13,
      userTags: [1],
      facultyProfile: { leaveUntil: 'soon', tols: [], tools: '' },
    };

    const { status, body } = await sis.post('/users', sent);

    expect({ status, success: body.success, code: body.error.code }).toEqual({
      status: 400,
      success: false,
      code: 'VALIDATION_FAILED',
    });
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
      const { sis } = await service.tenant();
      const text = JSON.stringify(person()).replace('{', `{"${name}":"x",`);

      const { status, body } = await sis.send('POST', '/users', text, { 'Content-Type': 'application/json' });

      expect({ status, fields: body.error.details?.map(({ field }) => field) }).toEqual({
        status: 400,
        fields: [name],
      });
    },
  );

  it.each(['[', '{"a":'])('is one that nests as deep as a body can: %s', async (open) => {
    const { sis } = await service.tenant();
    const deep = `${open.repeat(40_000)}1${(open === '[' ? ']' : '}').repeat(40_000)}`;

    for (const field of ['firstName', 'userTags', 'customFields', 'facultyProfile']) {
      const text = JSON.stringify(person({ [field]: '?' })).replace('"?"', deep);
      const answer = await sis.send('POST', '/users', text, { 'Content-Type': 'application/json' });
      expect({ field, status: answer.status, code: answer.body.error.code }).toEqual({
        field,
        status: 400,
        code: 'VALIDATION_FAILED',
      });
    }
  });
});

describe('a program', () => {
  it('is registered by the first user who names it, under the name of the schoolProgram', async () => {
    const { sis, tenantId } = await service.tenant();
    await sis.post('/users', person({ programId: 'edd', schoolProgram: 'Educational Leadership' }));
    await sis.post('/users', person({ programId: 'edd', schoolProgram: 'Another name' }));
    await sis.post('/users', person({ programId: 'phd' }));
    await sis.post('/users', person({ schoolProgram: 'No program' }));

    const programs: unknown = await service.query(
      'SELECT `programId`, `name` FROM `programs` WHERE `tenantId` = ? ORDER BY `programId`',
      [tenantId],
    );

    expect(programs).toEqual([
      { programId: 'edd', name: 'Educational Leadership' },
      { programId: 'phd', name: 'phd' },
    ]);
  });
});
