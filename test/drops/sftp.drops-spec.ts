import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { person } from '../factories/person.js';
import { allUsers } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { csv, DropSite } from '../support/drop-site.js';
import { folderForEachTest } from '../support/folders.js';
import { TestService, type TestTenant } from '../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt } from '../support/service-process.js';
import { until } from '../support/until.js';
import { DropsProcess } from './support/drops-process.js';
import { SftpServer, type Transfer } from './support/sftp-server.js';

const service = await TestService.ofWorker();
const local = folderForEachTest('sender');

let server: SftpServer | undefined;
let tenant: TestTenant;
let site: DropSite;

beforeAll(ensureBuilt, BUILD_LIMIT_MS);

beforeEach(async () => {
  server = await SftpServer.start();
  tenant = await service.tenant();
  site = new DropSite(server?.files ?? '', service.baseUrl, tenant);
});

afterEach(() => server?.stop());

// OpenSSH confines a sender to a folder only as root; elsewhere these tests are reported as skipped.
const asRoot = process.getuid?.() === 0 ? it : it.skip;

const people = (count: number): Row[] => Array.from({ length: count }, () => person());
const count = async (): Promise<number> => (await allUsers(service, tenant)).length;

/** A file of the sender. @returns its path there */
async function file(name: string, content: string): Promise<string> {
  const path = join(local.path, name);
  await writeFile(path, content);
  return path;
}

function transfer(commands: readonly string[], words: readonly string[] = []): Transfer {
  if (server === undefined) throw new Error('There is no server');
  return server.transfer(commands, words);
}

/** Has a client carry out these commands. */
async function sent(...commands: readonly string[]): Promise<void> {
  expect(await transfer(commands).ended).toMatchObject({ ok: true });
}

async function refused(command: string): Promise<string> {
  const { ok, output } = await transfer([command]).ended;
  expect(ok).toBe(false);
  return output;
}

const quoted = (path: string): string => `"${path}"`;

describe('a client of SFTP', () => {
  asRoot('puts a file, and gets what became of it', async () => {
    const path = await file('M\u00fcller 1.csv', csv(people(3)));
    await sent(`put ${quoted(path)} students.part`, 'rename students.part "M\u00fcller 1.csv"');
    expect((await site.run()).code).toBe(0);
    expect(await count()).toBe(3);
    const got = join(local.path, 'got.json');
    await sent(`get "M\u00fcller 1.csv.result.json" ${quoted(got)}`);
    expect(await readdir(local.path)).toContain('got.json');
  });

  asRoot('keeps the time of the original, and the file is taken when it has come, not before', async () => {
    const path = await file('a.csv', csv(people(1)));
    await sent(`put -p ${quoted(path)}`);
    expect((await site.run(['--settle', '0'])).code).toBe(0);
    expect(await count()).toBe(1);
  });

  asRoot('dies in the middle, and the half file is not taken until the whole one is there', async () => {
    const content = csv(people(3000));
    const path = await file('a.csv', content);
    const half = transfer([`put ${quoted(path)}`], ['-l', '100', '-B', '2048', '-R', '1']);
    const size = (): number => (site.has('a.csv') ? statSync(join(site.path, 'a.csv')).size : 0);
    await until('a part of the file has come', () => size() > 0);
    half.kill();
    await half.ended;
    expect(size()).toBeLessThan(content.length);
    expect((await transfer(['ls']).ended).ok).toBe(true);
    const hash = createHash('sha256').update(content).digest('hex');
    const ok = await file('a.csv.ok', `sha256: ${hash}\n`);
    // It would be taken by its time alone; only what its sender says of it distinguishes half from whole.
    await sent(`put ${quoted(ok)}`);
    expect((await site.run()).code).toBe(1);
    expect(await site.read('refused/a.csv.reason.txt')).toContain('its SHA-256 is');
    expect(await count()).toBe(0);
    await sent(`put ${quoted(path)}`, `put ${quoted(ok)}`);
    expect((await site.run(['--settle', '86400'])).code).toBe(0);
    expect(await count()).toBe(3000);
  });

  asRoot(
    'puts files beside another one while the command runs, in real time, and each is applied once',
    async () => {
      const running = new DropsProcess([...site.options, '--settle', '1', '--json']);
      const senders = ['one', 'two'].map(async (name) => {
        const commands: string[] = [];
        for (let index = 1; index <= 3; index += 1) {
          const path = await file(`${name}-${index}.csv`, csv(people(200)));
          commands.push(`put ${quoted(path)} ${name}.part`, `rename ${name}.part ${name}-${index}.csv`);
        }
        return transfer(commands).ended;
      });
      expect(await Promise.all(senders)).toEqual([
        expect.objectContaining({ ok: true }),
        expect.objectContaining({ ok: true }),
      ]);
      const isDone = (): boolean => running.stdout.split('\n').length > 6;
      await until('all files are put away', isDone, { within: 60_000 });
      expect(await running.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      const results = running.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      expect(results.map(({ counts }) => (counts as Row)['inserted'])).toEqual([
        200, 200, 200, 200, 200, 200,
      ]);
      expect(await count()).toBe(1200);
    },
  );

  asRoot('cannot leave the folder, lay links, remove what is not its own, or have a shell', async () => {
    await site.rules({ '*.csv': { complete: ['Student'] } });
    await site.run();
    expect(await refused('ls /etc/passwd')).toContain('not found');
    expect(await refused('rm drops.json')).toMatch(/[Dd]enied|Failure/);
    expect(await refused('rename archive other')).toMatch(/[Dd]enied|Failure/);
    expect(await refused('ls .drops')).toMatch(/[Dd]enied/);
    expect(await refused('put /etc/hostname archive/x')).toMatch(/[Dd]enied/);
    await sent('ln -s /etc/passwd a.csv');
    expect((await site.run()).code).toBe(1);
    expect(await site.read('refused/a.csv.reason.txt')).toContain('a link');
  });
});
