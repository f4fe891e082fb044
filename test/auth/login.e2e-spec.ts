import { jest } from '@jest/globals';

import { PasswordHashes } from '../../src/auth/passwords/password-hashes.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../factories/person.js';
import { Administrators, cookieOf, newEmail, PASSWORD, someAddress } from '../support/administrators.js';
import { refused } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const WRONG = 'a wrong password';
const REFUSED = 'The e-mail address or the password is not right, or the account is not active.';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** Every reason for which a login is refused. */
const REASONS: readonly (readonly [string, () => Promise<{ email: string; password: string }>])[] = [
  ['an unknown address', () => Promise.resolve({ email: 'unknown@test.example.edu', password: PASSWORD })],
  ['a wrong password', async () => ({ email: (await admins.make(tenant)).email, password: WRONG })],
  ['an empty-looking password', async () => ({ email: (await admins.make(tenant)).email, password: ' ' })],
  [
    'an account without a password',
    async () => {
      const email = newEmail();
      await tenant.sis.post('/users', person({ email }));
      return { email, password: PASSWORD };
    },
  ],
  [
    'an inactive account',
    async () => {
      const { email, externalId } = await admins.make(tenant);
      await tenant.sis.patch(`/users/${externalId}`);
      return { email, password: PASSWORD };
    },
  ],
  [
    'a suspended tenant',
    async () => {
      const { email } = await admins.make(tenant);
      await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
      return { email, password: PASSWORD };
    },
  ],
];

describe('a refused login', () => {
  it.each(REASONS)('for %s has the one answer, after the same work', async (_, prepare) => {
    const { email, password } = await prepare();
    const compare = jest.spyOn(service.app.get(PasswordHashes), 'compare');
    const anywhere = await admins.login(email, { password });
    expect(compare).toHaveBeenCalledTimes(3);
    const here = await admins.login(email, { password, tenantId: tenant.tenantId });
    expect(compare).toHaveBeenCalledTimes(4);
    for (const answer of [anywhere, here]) {
      expect({ status: answer.status, cookie: cookieOf(answer) }).toEqual({ status: 401, cookie: '' });
      expect({ ...answer.body, requestId: '' }).toEqual({
        success: false,
        message: REFUSED,
        error: { code: 'INVALID_CREDENTIALS', translations: { es: expect.any(String) as string } },
        requestId: '',
      });
    }
  });

  it('costs no more or less work than one that is let in', async () => {
    const { email } = await admins.make(tenant);
    const compare = jest.spyOn(service.app.get(PasswordHashes), 'compare');
    expect((await admins.login(email)).status).toBe(200);
    expect(compare).toHaveBeenCalledTimes(3);
  });

  it.each(['ünknown-tenant', '日本', 't\u00a0x', 'T000000000000X', 't\nx'])(
    'for the tenant %j is no error of the database',
    async (tenantId) => {
      const { email } = await admins.make(tenant);
      expect((await admins.login(email, { tenantId })).status).toBe(401);
    },
  );

  it.each(['jörg@test.example.edu', 'ann@tést.example.edu', 'ΑΝΝ@test.example.edu'])(
    'for the address %s is no error of the database',
    async (email) => {
      expect((await admins.login(email)).status).toBe(401);
    },
  );

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'x', password: 1 }, ['email', 'password']],
    [{ email: 'a@b.example', password: 'x'.repeat(201) }, ['password']],
    [{ email: 'a@b.example', password: 'x', tenantId: '' }, ['tenantId']],
    [{ email: 'a@b.example', password: 'x', pasword: 'x' }, ['pasword']],
  ])('for the body %j names the fields, and repeats no value', async (body, fields) => {
    const answer = await service.anonymous().post('/api/v1/admin/session', body);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', ...fields));
    expect(JSON.stringify(answer.body)).not.toContain('xxxx');
  });
});

describe('the same address in two tenants', () => {
  it('goes where the password is right, or where tenantId says', async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
    const email = `shared.${north.tenantId}@test.example.edu`;
    for (const at of [north, south]) await at.sis.post('/users', person({ accountType: 'Staff', email }));
    await admins.accept(await admins.token(north, email), 'the northern password');
    await admins.accept(await admins.token(south, email), 'the southern password');
    const tenantOf = async (password: string, tenantId?: string): Promise<unknown> => {
      const named = tenantId === undefined ? {} : { tenantId };
      const { status, body } = await admins.login(email, { password, ...named });
      return status === 200 ? body.data['tenantId'] : status;
    };
    expect(await tenantOf('the northern password')).toBe(north.tenantId);
    expect(await tenantOf('the southern password')).toBe(south.tenantId);
    expect(await tenantOf('the southern password', south.tenantId)).toBe(south.tenantId);
    expect(await tenantOf('the southern password', north.tenantId)).toBe(401);
  });
});

describe('guessing', () => {
  const fail = async (email: string, from = someAddress()): Promise<string> => {
    const answer = await admins.login(email, { password: WRONG, headers: { 'X-Forwarded-For': from } });
    return `${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim();
  };

  async function failures(email: string, times: number, from?: string): Promise<string[]> {
    const answers: string[] = [];
    for (let i = 0; i < times; i += 1) answers.push(await fail(email, from));
    return answers;
  }

  it.each([
    ['an account', async () => (await admins.make(tenant)).email],
    ['an unknown account', () => Promise.resolve(`unknown.${tenant.tenantId}@test.example.edu`)],
  ])('at %s is free five times, then each time twice as slow, from wherever it comes', async (_, prepare) => {
    const email = await prepare();
    letPass(0);
    expect(await failures(email, 6)).toEqual(Array.from({ length: 6 }, () => '401'));
    for (const seconds of [2, 4, 8, 16]) {
      expect(await fail(email)).toMatch(new RegExp(`^429 (${seconds}|${seconds - 1})$`));
      letPass(seconds * 1000);
      expect(await fail(email)).toBe('401');
    }
  });

  it('stops the right password too while it has to wait, and one success clears the account', async () => {
    const { email } = await admins.make(tenant);
    letPass(0);
    await failures(email, 6);
    expect(await admins.login(email)).toMatchObject(refused(429, 'RATE_LIMITED'));
    letPass(3000);
    expect((await admins.login(email)).status).toBe(200);
    expect(await failures(email, 5)).toEqual(Array.from({ length: 5 }, () => '401'));
    expect((await admins.login(email)).status).toBe(200);
  });

  it('at other accounts does not delay logins from another address', async () => {
    const { email } = await admins.make(tenant);
    await failures(`other.${tenant.tenantId}@test.example.edu`, 8);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('at many accounts slows its own address down', async () => {
    const from = someAddress();
    const { email } = await admins.make(tenant);
    letPass(0);
    for (let i = 0; i < 51; i += 1) await fail(`n${i}.${tenant.tenantId}@test.example.edu`, from);
    expect(await fail(`last.${tenant.tenantId}@test.example.edu`, from)).toMatch(/^429 [12]$/);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('with many guesses at once lets no more of them in', async () => {
    const { email } = await admins.make(tenant);
    letPass(0);
    const answers = await Promise.all(Array.from({ length: 30 }, () => fail(email)));
    expect(answers.filter((answer) => answer === '401')).toHaveLength(6);
  });

  it('is not counted for an e-mail address that an unrelated caller invents', async () => {
    const { email } = await admins.make(tenant);
    const direct = await TestService.start();
    letPass(0);
    try {
      const other = new Administrators(direct);
      const answers = [];
      for (let i = 0; i < 7; i += 1) answers.push((await other.login(email, { password: WRONG })).status);
      expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429]);
    } finally {
      await direct.stop();
    }
  });
});
