import { jest } from '@jest/globals';

import { ServerKeys } from '../../../src/secrets/server-keys.js';
import { Authenticator } from '../../../src/tenancy/access/authenticator.js';
import { CredentialsRepository } from '../../../src/tenancy/credentials/credentials.repository.js';
import { CredentialsService } from '../../../src/tenancy/credentials/credentials.service.js';
import { newApiSecret, newSecretHash } from '../../../src/tenancy/credentials/secrets.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import type { ApiClient } from '../../support/api-client.js';
import { letPass } from '../../support/clock.js';
import { TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';

const ROOT = '/api/v1/integration';
const FIVE_SECONDS_MS = 5000;

const MISSING = {
  success: false,
  message: 'Send both headers X-Service-API-Key and X-Service-API-Secret.',
  error: { code: 'MISSING_CREDENTIALS' },
  requestId: 'same',
};
const INVALID = {
  success: false,
  message: 'The API key and secret do not belong to an active credential.',
  error: { code: 'INVALID_CREDENTIALS' },
  requestId: 'same',
};

const service = await TestService.ofWorker();
const tenancy = service.app.get(TenancyService);

function caller(key: string | undefined, secret: string | undefined): ApiClient {
  return service.anonymous({
    'X-Request-Id': 'same',
    ...(key === undefined ? {} : { 'X-Service-API-Key': key }),
    ...(secret === undefined ? {} : { 'X-Service-API-Secret': secret }),
  });
}

async function another(
  tenant: TestTenant,
  expiresAt: Date | null = null,
): Promise<ApiClient & { apiKey: string }> {
  const { credential, apiSecret } = await tenancy.createCredential({
    tenantId: tenant.tenantId,
    label: 'another',
    scopes: ['integration'],
    expiresAt,
  });
  return Object.assign(caller(credential.apiKey, apiSecret), { apiKey: credential.apiKey });
}

async function revoke(apiKey: string): Promise<void> {
  await service.app.get(CredentialsService).revoke(await tenancy.scopeOfKey(apiKey), apiKey);
}

describe('the root', () => {
  it('answers who is asking', async () => {
    const { sis, tenantId } = await service.tenant();
    const { status, body } = await sis.get('');
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Integration API is operational', tenantId },
    });
  });
});

describe('credentials', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['no header', undefined, undefined],
    ['a key alone', 'ik_x', undefined],
    ['a secret alone', undefined, 'is_x'],
    ['a blank key', '  ', 'is_x'],
    ['a blank secret', 'ik_x', ''],
  ])('are missing with %s', async (_, key, secret) => {
    const { status, body } = await caller(key, secret).get(ROOT);
    expect({ status, body }).toEqual({ status: 401, body: MISSING });
  });

  it('are refused with one and the same answer, whatever is wrong with them', async () => {
    const tenant = await service.tenant();
    const { apiKey, apiSecret } = tenant;
    const revoked = await another(tenant);
    await revoke(revoked.apiKey);
    const expired = await another(tenant, new Date(Date.now() - 1));
    const otherTenant = await service.tenant();

    const answers = await Promise.all(
      [
        caller('ik_00000000000000000000000000', apiSecret),
        caller('not a key', apiSecret),
        caller(`${apiKey}0`, apiSecret),
        caller(apiKey.toUpperCase(), apiSecret),
        caller(apiKey, 'is_wrong'),
        caller(apiKey, apiSecret.slice(0, -1)),
        caller(apiKey, otherTenant.apiSecret),
        caller(apiKey, `${apiSecret}, ${apiSecret}`),
        caller("' OR '1'='1", "' OR '1'='1"),
        revoked,
        expired,
      ].map((client) => client.get(ROOT)),
    );

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [401, INVALID]));
    expect((await caller(apiKey, apiSecret).get(ROOT)).status).toBe(200);
  });

  it('cost the database the same work when the key is unknown and when the secret is wrong', async () => {
    const { apiKey, apiSecret } = await service.tenant();
    const credentials = service.app.get(CredentialsRepository);
    const lookUp = jest.spyOn(credentials, 'findWithTenant');
    const lookUpsOf = async (key: string, secret: string): Promise<number> => {
      lookUp.mockClear();
      await caller(key, secret).get(ROOT);
      await caller(key, secret).get(ROOT);
      return lookUp.mock.calls.length;
    };

    expect(await lookUpsOf('ik_00000000000000000000000000', apiSecret)).toBe(2);
    expect(await lookUpsOf(apiKey, 'is_wrong')).toBe(2);
    expect(await lookUpsOf(apiKey, apiSecret)).toBe(1);
    expect(await lookUpsOf(apiKey, 'is_wrong')).toBe(2);
    lookUp.mockRestore();
  });

  it('are not asked for outside the API', async () => {
    const { status } = await service.anonymous().get('/health/live');
    expect(status).toBe(200);
  });
});

describe('a revoked credential', () => {
  it('is refused at once by the instance that revoked it, although it was in use', async () => {
    const client = await another(await service.tenant());
    expect((await client.get(ROOT)).status).toBe(200);
    await revoke(client.apiKey);
    expect((await client.get(ROOT)).body).toEqual(INVALID);
  });

  it('is refused at once, although a request that came before had just read it', async () => {
    const client = await another(await service.tenant());
    const credentials = service.app.get(CredentialsRepository);
    const find = credentials.findWithTenant.bind(credentials);
    const reading = jest.spyOn(credentials, 'findWithTenant').mockImplementationOnce(async (...args) => {
      const found = await find(...args);
      await revoke(client.apiKey);
      return found;
    });
    expect((await client.get(ROOT)).status).toBe(200);
    reading.mockRestore();
    expect((await client.get(ROOT)).body).toEqual(INVALID);
  });

  it('is refused 5 seconds later by one that was not notified', async () => {
    const client = await another(await service.tenant());
    expect((await client.get(ROOT)).status).toBe(200);
    const forget = jest.spyOn(service.app.get(Authenticator), 'forget').mockReturnValue();
    await revoke(client.apiKey);
    forget.mockRestore();
    expect((await client.get(ROOT)).status).toBe(200);
    letPass(FIVE_SECONDS_MS);
    expect((await client.get(ROOT)).body).toEqual(INVALID);
  });
});

describe('a credential with an expiry', () => {
  it('works until that moment and not from then on, although it was in use', async () => {
    const client = await another(await service.tenant(), new Date(Date.now() + 60_000));
    expect((await client.get(ROOT)).status).toBe(200);
    letPass(60_001);
    expect((await client.get(ROOT)).body).toEqual(INVALID);
  });
});

describe('a suspended tenant', () => {
  const SUSPENDED = {
    success: false,
    message: 'This tenant is suspended; ask the operator of the platform to resume it.',
    error: { code: 'TENANT_SUSPENDED' },
    requestId: 'same',
  };

  it('is refused 5 seconds later and let in again 5 seconds after it was resumed', async () => {
    const { apiKey, apiSecret, tenantId } = await service.tenant();
    const client = caller(apiKey, apiSecret);
    expect((await client.get(ROOT)).status).toBe(200);

    await tenancy.setTenantStatus(tenantId, 'suspended');
    letPass(FIVE_SECONDS_MS);
    const refused = await client.get(ROOT);
    expect({ status: refused.status, body: refused.body }).toEqual({ status: 403, body: SUSPENDED });

    await tenancy.setTenantStatus(tenantId, 'active');
    letPass(FIVE_SECONDS_MS);
    expect((await client.get(ROOT)).status).toBe(200);
  });

  it('is not disclosed to a caller who does not know the secret', async () => {
    const { apiKey, tenantId } = await service.tenant();
    await tenancy.setTenantStatus(tenantId, 'suspended');
    expect((await caller(apiKey, 'is_wrong').get(ROOT)).body).toEqual(INVALID);
  });
});

describe('a caller who waits, and is asked for again', () => {
  const authenticator = service.app.get(Authenticator);
  const credentials = service.app.get(CredentialsRepository);

  /** As another process does it: this one is not notified. */
  async function replaceSecretElsewhere({ apiKey }: TestTenant): Promise<string> {
    const apiSecret = newApiSecret();
    const { secretHash } = newSecretHash(service.app.get(ServerKeys), apiSecret);
    const sql = 'UPDATE `credentials` SET `secretHash` = ?, `formerSecretHash` = NULL WHERE `apiKey` = ?';
    await service.query(sql, [secretHash, apiKey]);
    return apiSecret;
  }

  it('needs no second proof of the same secret', async () => {
    const { apiKey, apiSecret } = await service.tenant();
    const client = caller(apiKey, apiSecret);
    expect((await client.get(ROOT)).status).toBe(200);
    letPass(FIVE_SECONDS_MS);
    await authenticator.readmit(apiKey);
    const reading = jest.spyOn(credentials, 'findWithTenant');
    expect((await client.get(ROOT)).status).toBe(200);
    expect(reading).not.toHaveBeenCalled();
  });

  it('is not let in by the proof of a secret that the key has no more', async () => {
    const tenant = await service.tenant();
    const { apiKey, apiSecret } = tenant;
    expect((await caller(apiKey, apiSecret).get(ROOT)).status).toBe(200);
    const newSecret = await replaceSecretElsewhere(tenant);
    letPass(FIVE_SECONDS_MS);
    await authenticator.readmit(apiKey);
    expect((await caller(apiKey, apiSecret).get(ROOT)).body).toEqual(INVALID);
    expect((await caller(apiKey, newSecret).get(ROOT)).status).toBe(200);
  });

  it.each([
    ['is noted once for all who share a reading', ['is_wrong', 'right', 'again', 'right'], 1],
    ['is noted while no proof comes', ['again', 'is_wrong'], 1],
    ['is not noted for a wrong secret, whose reading others may share', ['is_wrong', 'is_wrong'], 0],
  ])('the use of the key %s', async (_, calls, uses) => {
    const { apiKey, apiSecret } = await service.tenant();
    const client = caller(apiKey, apiSecret);
    const noted = jest.spyOn(credentials, 'markUsed');
    await client.get(ROOT);
    await noted.mock.results[0]?.value;
    // Readings are shared for a minute after the key was proven, and its use is noted once a minute.
    letPass(30_000);
    await client.get(ROOT);
    letPass(40_000);
    noted.mockClear();
    const reading = jest.spyOn(credentials, 'findWithTenant');
    const ask = async (proof: string): Promise<unknown> =>
      proof === 'again'
        ? authenticator.readmit(apiKey)
        : authenticator.authenticate({
            apiKey,
            proof: proof === 'right' ? apiSecret : proof,
            mayBeToken: false,
          });
    const asked = await Promise.allSettled(calls.map(ask));
    expect(asked.map(({ status }) => status === 'rejected')).toEqual(
      calls.map((proof) => proof === 'is_wrong'),
    );
    expect(reading).toHaveBeenCalledTimes(1);
    expect(noted).toHaveBeenCalledTimes(uses);
  });
});

describe('"last used"', () => {
  async function lastUse(tenant: TestTenant): Promise<Date | null> {
    const [credential] = await tenancy.listCredentials(tenant.tenantId);
    return credential?.lastUsedAt ?? null;
  }

  it('is noted, to the minute, for a call that was let in', async () => {
    const tenant = await service.tenant();
    expect(await lastUse(tenant)).toBeNull();
    const before = Date.now();
    await tenant.sis.get('');
    await until('the use is noted', async () => (await lastUse(tenant)) !== null);
    const used = Number(await lastUse(tenant));
    expect(used).toBeGreaterThanOrEqual(before);

    letPass(90_000);
    await tenant.sis.get('');
    await until('the second use is noted', async () => Number(await lastUse(tenant)) !== used);
    expect(Number(await lastUse(tenant))).toBeGreaterThanOrEqual(before + 90_000);
  });

  it('is not touched by a wrong secret', async () => {
    const tenant = await service.tenant();
    const markUsed = jest.spyOn(service.app.get(CredentialsRepository), 'markUsed');
    await caller(tenant.apiKey, 'is_wrong').get(ROOT);
    expect(markUsed).not.toHaveBeenCalled();
    markUsed.mockRestore();
  });
});
