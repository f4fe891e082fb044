import { facultyMember, person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

type Row = Record<string, unknown>;

async function read({ sis }: TestTenant, id: string): Promise<Row> {
  return (await sis.get(`/users/${encodeURIComponent(id)}`)).body.data;
}

describe('PATCH /users/:id', () => {
  it('de-provisions and restores, answering the same data as a post', async () => {
    const { sis } = await service.tenant();
    const { data } = (await sis.post('/users', person({ externalId: 'S-77' }))).body;

    const gone = await sis.patch('/users/950000001', { accountStatus: 'inactive' });
    const back = await sis.patch('/users/950000001', { accountStatus: 'active' });

    expect({ status: gone.status, body: gone.body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'USER DEPROVISIONED',
        data: { ...data, accountStatus: 'inactive' },
        meta: { changed: ['accountStatus'], previousStatus: 'active', sessionsEnded: 0 },
      },
    });
    expect({ status: back.status, body: back.body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'USER RESTORED',
        data: { ...data, accountStatus: 'active' },
        meta: { changed: ['accountStatus'], previousStatus: 'inactive', sessionsEnded: 0 },
      },
    });
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['no body', undefined, undefined],
    ['an empty body', '', 'application/json'],
    ['{}', '{}', 'application/json'],
    ['inactive, padded', '{"accountStatus":" inactive "}', 'application/json; charset=utf-8'],
  ])('takes %s for inactive', async (_, body, type) => {
    const tenant = await service.tenant();
    await tenant.sis.post('/users', person());

    const answer = await tenant.sis.send(
      'PATCH',
      '/users/950000001',
      body,
      type === undefined ? {} : { 'Content-Type': type },
    );

    expect(answer).toMatchObject({ status: 200, body: { message: 'USER DEPROVISIONED' } });
    expect((await read(tenant, '950000001'))['accountStatus']).toBe('inactive');
  });

  it.each(['active', 'inactive'])(
    'answers NO CHANGE and writes nothing when the user is %s already',
    async (status) => {
      const tenant = await service.tenant();
      await tenant.sis.post('/users', person({ accountStatus: status }));
      const before = await read(tenant, '950000001');

      const { body } = await tenant.sis.patch('/users/950000001', { accountStatus: status });

      expect({ message: body.message, meta: body.meta }).toEqual({
        message: 'NO CHANGE',
        meta: { changed: [], previousStatus: status, sessionsEnded: 0 },
      });
      expect(await read(tenant, '950000001')).toEqual(before);
    },
  );

  it.each(['S-77', 'a/b', 'a b', 'Ü/ 7?#%', '学号-1', '\u{1F600}', 'o\'x"\\', '%2F', 'bulky'])(
    'finds the legacyNumber %j',
    async (externalId) => {
      const { sis } = await service.tenant();
      await sis.post('/users', person({ externalId }));

      const path = `/users/${encodeURIComponent(externalId)}`;

      expect((await sis.patch(path)).body.data).toMatchObject({ id: '950000001', legacyNumber: externalId });
      expect((await sis.get(path)).body.data).toMatchObject({ id: '950000001', accountStatus: 'inactive' });
    },
  );

  it.each(['950000002', 'S-78', 's-77', 'S-77 ', ' S-77', '950000001 ', 'Ü', '%00', 'x'.repeat(300)])(
    'answers 404 to the unknown ID %j, and so does GET',
    async (id) => {
      const tenant = await service.tenant();
      await tenant.sis.post('/users', person({ externalId: 'S-77' }));

      for (const answer of [
        await tenant.sis.patch(`/users/${encodeURIComponent(id)}`),
        await tenant.sis.get(`/users/${encodeURIComponent(id)}`),
      ])
        expect({ status: answer.status, error: answer.body.error }).toEqual({
          status: 404,
          error: { code: 'USER_NOT_FOUND' },
        });
      expect((await read(tenant, '950000001'))['accountStatus']).toBe('active');
    },
  );

  it('does not let one tenant de-provision, restore or read the user of another', async () => {
    const [owner, other] = [await service.tenant(), await service.tenant()];
    await owner.sis.post('/users', person({ externalId: 'S-77' }));

    for (const id of ['950000001', 'S-77']) {
      expect((await other.sis.patch(`/users/${id}`)).body.error).toEqual({ code: 'USER_NOT_FOUND' });
      expect((await other.sis.patch(`/users/${id}`, { accountStatus: 'active' })).status).toBe(404);
      expect((await other.sis.get(`/users/${id}`)).status).toBe(404);
    }
    expect((await read(owner, 'S-77'))['accountStatus']).toBe('active');
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
    const tenant = await service.tenant();
    await tenant.sis.post('/users', person({ accountStatus: 'active' }));

    const { status, body } = await tenant.sis.patch('/users/950000001', sent);

    expect({
      status,
      code: body.error.code,
      fields: body.error.details?.map((detail) => detail.field),
    }).toEqual({ status: 400, code: 'VALIDATION_FAILED', fields: [field] });
    expect((await read(tenant, '950000001'))['accountStatus']).toBe('active');
  });

  it.each([null, ''])('says why an account status that is %j de-provisions no one', async (accountStatus) => {
    const { sis } = await service.tenant();
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
    const tenant = await service.tenant();
    const everything = facultyMember({
      role: 'chair',
      userTags: ['a'],
      customFields: { a: 1 },
      facultyProfile: { tools: ['R'], leaveUntil: '2027-01-31' },
      externalId: 'F-1',
    });
    await tenant.sis.post('/users', everything);
    const before = await read(tenant, 'F-1');

    await tenant.sis.patch('/users/F-1');
    const gone = await read(tenant, 'F-1');
    await tenant.sis.patch('/users/F-1', { accountStatus: 'active' });
    const back = await read(tenant, 'F-1');

    expect(gone).toEqual({ ...before, accountStatus: 'inactive', updatedAt: gone['updatedAt'] });
    expect(back).toEqual({ ...before, updatedAt: back['updatedAt'] });
  });
});

describe('the account status in a post', () => {
  it('stays as it is when omitted, so that a nightly row restores no user', async () => {
    const tenant = await service.tenant();
    const ann = person();
    await tenant.sis.post('/users', ann);
    await tenant.sis.patch('/users/950000001');

    const answer = await tenant.sis.post('/users', { ...ann, firstName: 'Anna' });

    expect(answer.body.data['accountStatus']).toBe('inactive');
    expect(answer.body.meta['changed']).toEqual(['firstName']);
  });

  it.each(['active', 'inactive'])(
    'stays %s when it is null, in a post and in a line: an empty column locks no one out and lets no one in',
    async (accountStatus) => {
      const { sis } = await service.tenant();
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
    const { sis } = await service.tenant();
    const { body } = await sis.post('/users', person({ accountStatus: null }));
    expect(body.data['accountStatus']).toBe('active');
  });

  it('can de-provision and restore', async () => {
    const { sis } = await service.tenant();
    const ann = person();
    await sis.post('/users', ann);

    const gone = await sis.post('/users', { ...ann, accountStatus: 'inactive' });
    const back = await sis.post('/users', { ...ann, accountStatus: 'active' });

    expect(gone.body).toMatchObject({
      data: { accountStatus: 'inactive' },
      meta: { changed: ['accountStatus'] },
    });
    expect(back.body).toMatchObject({
      data: { accountStatus: 'active' },
      meta: { changed: ['accountStatus'] },
    });
  });
});
