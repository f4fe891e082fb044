import { facultyMember, person } from '../factories/person.js';
import { statusOf, userOf } from '../factories/stored-people.js';
import { outcomeOf } from '../support/answers.js';
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

describe('PATCH /users/:id', () => {
  it('de-provisions and restores, answering the same data as a post', async () => {
    const { data } = (await sis.post('/users', person({ externalId: 'S-77' }))).body;

    const gone = await sis.patch('/users/950000001', { accountStatus: 'inactive' });
    const back = await sis.patch('/users/950000001', { accountStatus: 'active' });

    const answered = (message: string, accountStatus: string, previousStatus: string): object => ({
      success: true,
      message,
      data: { ...data, accountStatus },
      meta: { changed: ['accountStatus'], previousStatus, sessionsEnded: 0 },
    });
    for (const { status } of [gone, back]) expect(status).toBe(200);
    expect(gone.body).toEqual(answered('USER DEPROVISIONED', 'inactive', 'active'));
    expect(back.body).toEqual(answered('USER RESTORED', 'active', 'inactive'));
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['no body', undefined, undefined],
    ['an empty body', '', 'application/json'],
    ['{}', '{}', 'application/json'],
    ['inactive, padded', '{"accountStatus":" inactive "}', 'application/json; charset=utf-8'],
  ])('takes %s for inactive', async (_, body, type) => {
    await sis.post('/users', person());

    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    const answer = await sis.send('PATCH', '/users/950000001', body, headers);

    expect(answer).toMatchObject({ status: 200, body: { message: 'USER DEPROVISIONED' } });
    expect(await statusOf(tenant, '950000001')).toBe('inactive');
  });

  it.each(['active', 'inactive'])(
    'answers NO CHANGE and writes nothing when the user is %s already',
    async (status) => {
      await sis.post('/users', person({ accountStatus: status }));
      const before = await userOf(tenant, '950000001');

      const { body } = await sis.patch('/users/950000001', { accountStatus: status });

      expect({ message: body.message, meta: body.meta }).toEqual({
        message: 'NO CHANGE',
        meta: { changed: [], previousStatus: status, sessionsEnded: 0 },
      });
      expect(await userOf(tenant, '950000001')).toEqual(before);
    },
  );

  it.each(['S-77', 'a/b', 'a b', 'Ü/ 7?#%', '学号-1', '\u{1F600}', 'o\'x"\\', '%2F', 'bulky'])(
    'finds the legacyNumber %j',
    async (externalId) => {
      await sis.post('/users', person({ externalId }));

      const path = `/users/${encodeURIComponent(externalId)}`;

      expect((await sis.patch(path)).body.data).toMatchObject({ id: '950000001', legacyNumber: externalId });
      expect((await sis.get(path)).body.data).toMatchObject({ id: '950000001', accountStatus: 'inactive' });
    },
  );

  it.each(['950000002', 'S-78', 's-77', 'S-77 ', ' S-77', '950000001 ', 'Ü', '%00', 'x'.repeat(300)])(
    'answers 404 to the unknown ID %j, and so does GET',
    async (id) => {
      await sis.post('/users', person({ externalId: 'S-77' }));

      for (const answer of [
        await sis.patch(`/users/${encodeURIComponent(id)}`),
        await sis.get(`/users/${encodeURIComponent(id)}`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'USER_NOT_FOUND' } } });
      expect(await statusOf(tenant, '950000001')).toBe('active');
    },
  );

  it('does not let one tenant de-provision, restore or read the user of another', async () => {
    const other = await service.tenant();
    await sis.post('/users', person({ externalId: 'S-77' }));

    for (const id of ['950000001', 'S-77']) {
      expect((await other.sis.patch(`/users/${id}`)).body.error).toEqual({ code: 'USER_NOT_FOUND' });
      expect((await other.sis.patch(`/users/${id}`, { accountStatus: 'active' })).status).toBe(404);
      expect((await other.sis.get(`/users/${id}`)).status).toBe(404);
    }
    expect(await statusOf(tenant, 'S-77')).toBe('active');
  });

  it.each<[unknown, string]>([
    [{ accountStatus: 'suspended' }, 'accountStatus'],
    [{ accountStatus: 'ACTIVE' }, 'accountStatus'],
    [{ accountStatus: null }, 'accountStatus'],
    [{ accountStatus: '' }, 'accountStatus'],
    [{ accountStatus: ' \t' }, 'accountStatus'],
    [{ accountStatus: false }, 'accountStatus'],
    [{ accountStatus: [] }, 'accountStatus'],
    [{ accountStatus: {} }, 'accountStatus'],
    [{ accountStatus: true }, 'accountStatus'],
    [{ accountStatus: ['active'] }, 'accountStatus'],
    [{ acountStatus: 'active' }, 'acountStatus'],
    [{ accountStatus: 'active', firstName: 'Eve' }, 'firstName'],
    [null, 'body'],
    [[], 'body'],
    ['active', 'body'],
    [0, 'body'],
    [false, 'body'],
    ['', 'body'],
  ])('refuses %j and changes nothing', async (sent, field) => {
    await sis.post('/users', person({ accountStatus: 'active' }));

    const answer = await sis.patch('/users/950000001', sent);
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', field]);
    expect(await statusOf(tenant, '950000001')).toBe('active');
  });

  it.each([null, ''])('says why an account status that is %j de-provisions no one', async (accountStatus) => {
    await sis.post('/users', person());
    const { body } = await sis.patch('/users/950000001', { accountStatus });
    expect(body.error.details).toEqual([
      {
        field: 'accountStatus',
        code: 'isIn',
        message:
          'accountStatus must be one of active, inactive and not empty: an empty column of an export ' +
          'must not lock people out. To de-provision, send inactive or leave the field out',
      },
    ]);
  });

  it('changes no other attribute, and restoring brings everything back', async () => {
    const everything = facultyMember({
      role: 'chair',
      userTags: ['a'],
      customFields: { a: 1 },
      facultyProfile: { tools: ['R'], leaveUntil: '2027-01-31' },
      externalId: 'F-1',
    });
    await sis.post('/users', everything);
    const before = await userOf(tenant, 'F-1');

    await sis.patch('/users/F-1');
    const gone = await userOf(tenant, 'F-1');
    await sis.patch('/users/F-1', { accountStatus: 'active' });
    const back = await userOf(tenant, 'F-1');

    const timesOf = ({ updatedAt, changedAt }: Record<string, unknown>): object => ({ updatedAt, changedAt });
    expect(gone).toEqual({ ...before, accountStatus: 'inactive', ...timesOf(gone) });
    expect(back).toEqual({ ...before, ...timesOf(back) });
  });
});

describe('the account status in a post', () => {
  it('stays as it is when omitted, so that a nightly row restores no user', async () => {
    const ann = person();
    await sis.post('/users', ann);
    await sis.patch('/users/950000001');

    const answer = await sis.post('/users', { ...ann, firstName: 'Anna' });

    expect(answer.body.data['accountStatus']).toBe('inactive');
    expect(answer.body.meta['changed']).toEqual(['firstName']);
  });

  it.each(['active', 'inactive'])(
    'stays %s when it is null, in a post and in a line: an empty column locks no one out and lets no one in',
    async (accountStatus) => {
      const ann = person({ accountStatus });
      await sis.post('/users', ann);

      const answer = await sis.post('/users', { ...ann, accountStatus: null });
      const [line] = await sis.bulk('/users/bulk', [{ ...ann, accountStatus: null, degree: 'EdD' }]);

      expect(answer.body).toMatchObject({ data: { accountStatus }, meta: { changed: [] } });
      expect(line).toMatchObject({ success: true, id: '950000001' });
      expect((await sis.get('/users/950000001')).body.data).toMatchObject({ accountStatus, degree: 'EdD' });
    },
  );

  it('is active for a new person whose status is null', async () => {
    const { body } = await sis.post('/users', person({ accountStatus: null }));
    expect(body.data['accountStatus']).toBe('active');
  });

  it('can de-provision and restore', async () => {
    const ann = person();
    await sis.post('/users', ann);

    const gone = await sis.post('/users', { ...ann, accountStatus: 'inactive' });
    const back = await sis.post('/users', { ...ann, accountStatus: 'active' });

    const meta = { changed: ['accountStatus'] };
    expect(gone.body).toMatchObject({ data: { accountStatus: 'inactive' }, meta });
    expect(back.body).toMatchObject({ data: { accountStatus: 'active' }, meta });
  });
});
