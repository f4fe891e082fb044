import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from '../../src/database/private-server/run-command.js';
import { person } from '../factories/person.js';
import { allUsers } from '../factories/stored-people.js';
import { csv, DropSite } from '../support/drop-site.js';
import { folderForEachTest } from '../support/folders.js';
import { installWithoutService } from '../support/install-without-service.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const folder = folderForEachTest('drops');

/** A user of gpg with a key. */
class KeyRing {
  readonly home = mkdtempSync(join(tmpdir(), 'gpg-'));

  constructor(readonly name: string) {}

  async gpg(...words: readonly string[]): Promise<void> {
    const env = { PATH: process.env['PATH'], GNUPGHOME: this.home };
    const all = ['--batch', '--yes', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', '', ...words];
    const { ok, output } = await runCommand('gpg', all, { env });
    if (!ok) throw new Error(`gpg ${words.join(' ')}: ${output}`);
  }

  makeKey(): Promise<void> {
    return this.gpg('--quick-generate-key', this.name, 'default', 'default', 'never');
  }

  /** Knows the public key of another. */
  async learn(other: KeyRing): Promise<void> {
    const file = join(other.home, 'public');
    await other.gpg('--output', file, '--export');
    await this.gpg('--import', file);
  }

  async remove(): Promise<void> {
    await runCommand('gpgconf', ['--kill', 'all'], {
      env: { PATH: process.env['PATH'], GNUPGHOME: this.home },
    });
    rmSync(this.home, { recursive: true, force: true });
  }
}

const [own, sender] = [new KeyRing('files@test.example.edu'), new KeyRing('sis@test.example.edu')];
const keyless = new KeyRing('no key');
const rows = [person(), person()];

let tenant: TestTenant;
let site: DropSite;

beforeAll(async () => {
  if (!(await runCommand('gpg', ['--version'])).ok)
    await installWithoutService('gnupg', 'No gpg was found; installing it with apt-get.');
  await own.makeKey();
  await sender.makeKey();
  await sender.learn(own);
});

afterAll(async () => {
  await own.remove();
  await sender.remove();
  await keyless.remove();
});

beforeEach(async () => {
  tenant = await service.tenant();
  site = new DropSite(folder.path, service.baseUrl, tenant);
});

/** Puts an encrypted table into the folder. @param how words for gpg */
async function put(name: string, ...how: readonly string[]): Promise<void> {
  const plain = join(sender.home, 'plain.csv');
  writeFileSync(plain, csv(rows));
  const words = how.length > 0 ? how : ['--recipient', own.name, '--encrypt'];
  await sender.gpg('--trust-model', 'always', '--output', join(site.path, name), ...words, plain);
}

const run = (env: NodeJS.ProcessEnv = {}): ReturnType<DropSite['run']> =>
  site.run([], { GNUPGHOME: own.home, ...env });
const count = async (): Promise<number> => (await allUsers(service, tenant)).length;

/** How many people are stored, and whether anything decrypted is. */
async function seen(): Promise<object> {
  return { people: await count(), isPlainLeft: site.has('.drops/plain') };
}

async function reasonFor(name: string): Promise<string> {
  expect((await run()).code).toBe(1);
  expect(await seen()).toEqual({ people: 0, isPlainLeft: false });
  return site.read(`refused/${name}.reason.txt`);
}

describe('an encrypted file', () => {
  it.each(['students.csv.gpg', 'students.csv.pgp'])('is decrypted and fed: %s', async (name) => {
    await put(name);
    expect((await run()).code).toBe(0);
    expect(await seen()).toEqual({ people: 2, isPlainLeft: false });
    expect(readFileSync(join(site.path, 'archive', name)).includes(String(rows[0]?.['email']))).toBe(false);
  });

  it('is treated as the rules say of the name that is in it', async () => {
    await site.rules({ 'students*.csv': { complete: ['Student'] } });
    await put('students.csv.gpg');
    await run();
    expect(await site.result('students.csv.gpg')).toMatchObject({ finish: { named: 2 } });
  });

  it('may be signed by someone whose key is not known here', async () => {
    await put('students.csv.gpg', '--recipient', own.name, '--sign', '--encrypt');
    expect((await run()).code).toBe(0);
    expect(await count()).toBe(2);
  });

  it('may be encrypted for its sender, too', async () => {
    await put('students.csv.gpg', '--recipient', sender.name, '--recipient', own.name, '--encrypt');
    expect((await run()).code).toBe(0);
    expect(await count()).toBe(2);
  });

  it('has the same content again when it is encrypted again', async () => {
    for (const name of ['a.csv.gpg', 'b.csv.gpg']) {
      await put(name);
      await run();
    }
    expect(await site.result('b.csv.gpg')).toMatchObject({
      counts: null,
      appliedBefore: { file: 'a.csv.gpg' },
    });
  });

  it('is refused when it is encrypted for another key', async () => {
    await put('students.csv.gpg', '--recipient', sender.name, '--encrypt');
    expect(await reasonFor('students.csv.gpg')).toMatch(/cannot be decrypted: .*No secret key/);
  });

  it('is refused when half of it has come', async () => {
    await put('students.csv.gpg');
    const path = join(site.path, 'students.csv.gpg');
    truncateSync(path, readFileSync(path).length - 30);
    expect(await reasonFor('students.csv.gpg')).toContain('cannot be decrypted: ');
  });

  it('is refused when it is not encrypted', async () => {
    await site.put('students.csv.gpg', rows);
    expect(await reasonFor('students.csv.gpg')).toContain('no valid OpenPGP data found');
    rmSync(join(site.path, 'refused/students.csv.gpg'));
    await put('signed.csv.gpg', '--sign');
    expect(await reasonFor('signed.csv.gpg')).toBe('it is not encrypted\n');
  });

  it('stays when there is no gpg, or no key to decrypt with', async () => {
    await put('students.csv.gpg');
    const missing = await run({ PATH: '/nowhere' });
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('gpg cannot be started') as string,
    });
    const refused = await run({ GNUPGHOME: keyless.home });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('gpg has no secret key') as string,
    });
    expect(site.has('students.csv.gpg')).toBe(true);
    expect(await seen()).toEqual({ people: 0, isPlainLeft: false });
  });
});
