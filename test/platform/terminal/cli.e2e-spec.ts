import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { statusWith } from '../../factories/keys.js';
import { keepSecrets } from '../../support/evidence.js';
import { bearer } from '../../support/scim.js';
import { TestService } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt, runScript } from '../../support/service-process.js';
import { cli } from '../../support/terminal.js';

type Document = Record<string, unknown>;

let service: TestService;

beforeAll(async () => {
  await ensureBuilt();
  service = await TestService.ofWorker();
}, BUILD_LIMIT_MS);

/** The one JSON document that a command prints. */
async function json<T = Document>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await cli([...words, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^.+\n$/);
  return JSON.parse(stdout) as T;
}

const TENANT = ['--name', 'Northern University', '--domain', 'Northern.example.edu'];

describe('tenant', () => {
  it('create, list, suspend and resume work while the service runs', async () => {
    const created = await json('tenant', 'create', ...TENANT);
    const { tenantId, createdAt } = created;
    expect(created).toEqual({
      tenantId: expect.stringMatching(/^t[0-9a-z]{13}$/) as unknown,
      name: 'Northern University',
      domain: 'northern.example.edu',
      status: 'active',
      createdAt: expect.stringMatching(/^\d{4}-.+Z$/) as unknown,
    });
    const id = String(tenantId);
    expect(await json('tenant', 'suspend', id)).toEqual({ ...created, status: 'suspended', createdAt });
    expect(await json<Document[]>('tenant', 'list')).toContainEqual({ ...created, status: 'suspended' });
    expect(await json('tenant', 'resume', id)).toEqual(created);
  });
});

describe('key', () => {
  it('create makes a connection of an identity provider, with the token that it is given', async () => {
    const { tenantId } = await service.tenant();
    const input = ['--tenant', tenantId, '--label', 'Entra', '--default-account-type', 'staff', '--no-adopt'];
    const made = await json('key', 'create', ...input, '--scopes', 'scim');
    keepSecrets('apiSecret', [String(made['apiSecret'])]);
    expect(made['connection']).toEqual({
      id: made['apiKey'],
      defaultAccountType: 'Staff',
      mayAdminister: false,
      adopts: false,
      visible: 'all',
    });
    const { status } = await bearer(service, `${String(made['apiKey'])}.${String(made['apiSecret'])}`).post(
      '/Users',
      { userName: 'ann@x.example' },
    );
    expect(status).toBe(201);
    const refused = await cli(['key', 'create', ...input, '--scopes', 'users']);
    expect(refused).toMatchObject({ code: 1, stderr: 'Settings of a connection need --scopes scim.\n' });
  });

  it('create makes a credential that the service accepts at once; list shows it without its secret', async () => {
    const { tenantId } = await service.tenant();
    const input = ['--tenant', tenantId, '--label', 'SIS nightly', '--expires', '2999-06-30'];
    const created = await json('key', 'create', ...input, '--scopes', 'integration,workflow');
    expect(await statusWith(service, created)).toBe(200);
    expect(created).toMatchObject({
      tenantId,
      apiKey: expect.stringMatching(/^ik_[0-9a-z]{26}$/) as unknown,
      apiSecret: expect.stringMatching(/^is_[\w-]{43}$/) as unknown,
      label: 'SIS nightly',
      scopes: ['integration', 'workflow'],
      status: 'active',
      expiresAt: '2999-06-30T23:59:59.999Z',
    });
    const listed = await cli(['key', 'list', '--tenant', tenantId, '--json']);
    const keys = (JSON.parse(listed.stdout) as Document[]).map(({ apiKey }) => apiKey);
    expect(keys).toContain(created['apiKey']);
    expect(listed.stdout).not.toContain(String(created['apiSecret']));
  });

  it('create makes one for some scopes alone, and rotating keeps them', async () => {
    const { tenantId } = await service.tenant();
    const input = ['--tenant', tenantId, '--label', 'Connector', '--scopes', 'users,sync'];
    const made = await json('key', 'create', ...input);
    const rotated = await json('key', 'rotate', String(made['apiKey']));
    expect(made['scopes']).toEqual(['sync', 'users']);
    expect(rotated['scopes']).toEqual(['sync', 'users']);
    expect(await statusWith(service, rotated)).toBe(200);
  });

  it('rotate makes a successor while the old one works on for a while', async () => {
    const tenant = await service.tenant({ scopes: ['integration'], rateLimit: 100 });
    const before = Date.now();
    const rotated = await json('key', 'rotate', tenant.apiKey, '--overlap-hours', '2');
    expect(rotated).toMatchObject({
      label: 'test',
      scopes: ['integration'],
      rateLimit: 100,
      expiresAt: null,
    });
    expect(await statusWith(service, rotated)).toBe(200);
    expect((await tenant.sis.get('')).status).toBe(200);
    const { expiresAt } = rotated['previous'] as { expiresAt: string };
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 2 * 3_600_000);
  });

  it('revoke ends a credential', async () => {
    const { apiKey, sis } = await service.tenant();
    expect(await json('key', 'revoke', apiKey)).toMatchObject({ apiKey, status: 'revoked' });
    // The key was not used before, so it is not cached.
    expect((await sis.get('')).status).toBe(401);
  });
});

describe('what cannot be done is said in one line, with an exit code other than 0', () => {
  it('a key that there is not', async () => {
    const { code, stdout, stderr } = await cli(['key', 'revoke', 'ключ', '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no API key ключ; .+\n$/);
  });

  it('an unknown command is answered with the list of those there are', async () => {
    const { code, stdout, stderr } = await cli(['tenant', 'destroy']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('tenant suspend');
  });
});

describe('as a process of its own', () => {
  it('a mistyped option is reported in one line, with an exit code other than 0', async () => {
    const { code, stdout, stderr } = await runScript('cli.mjs', ['key', 'list', '--tenat', 't', '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--tenat'.*\n$/);
  });
});

describe('without a DATABASE_URL', () => {
  it('the private database is started for the command, and again for the next, and left stopped', async () => {
    const dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cli-'));
    try {
      const env = { DATA_DIR: dataDir };
      const created = await runScript('cli.mjs', ['tenant', 'create', ...TENANT, '--json'], env);
      expect(created).toMatchObject({ code: 0, stderr: '' });
      const tenant = JSON.parse(created.stdout) as Document;
      const listed = await runScript('cli.mjs', ['tenant', 'list', '--json'], env);
      expect(JSON.parse(listed.stdout)).toEqual([tenant]);
      expect(await readdir(join(dataDir, 'mysql'))).not.toContain('server.json');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
    // A database server is set up, and started twice: 20 s on two cores that other work kept busy.
  }, 90_000);
});
