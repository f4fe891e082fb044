import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { problemOfKeyFile, readKeyFile } from './key-file.js';

const OWN = 1000;
const ROOT = 0;

describe('a key file', () => {
  it.each([
    [OWN, 0o600, OWN],
    [OWN, 0o400, OWN],
    [OWN, 0o100600, OWN],
    [ROOT, 0o600, ROOT],
    // As Kubernetes makes them for a group (fsGroup), and root for a service.
    [ROOT, 0o440, OWN],
    [ROOT, 0o640, OWN],
    [ROOT, 0o400, OWN],
    // On Windows files have no owner of this kind.
    [ROOT, 0o666, undefined],
  ])('of user %d with mode %o is read by user %s', (uid, mode, user) => {
    expect(problemOfKeyFile('/k', { uid, mode }, user)).toBeUndefined();
  });

  it.each([
    [OWN, 0o644, OWN, '/k has mode 0644, so that others may read the key; run: chmod 0600 /k'],
    [OWN, 0o640, OWN, '/k has mode 0640, so that others may read the key; run: chmod 0600 /k'],
    [OWN, 0o602, OWN, '/k has mode 0602, so that others may read the key; run: chmod 0600 /k'],
    [ROOT, 0o440, ROOT, '/k has mode 0440, so that others may read the key; run: chmod 0600 /k'],
    [ROOT, 0o444, OWN, '/k has mode 0444, so that others may read the key; run: chmod 0440 /k'],
    [ROOT, 0o660, OWN, '/k has mode 0660, so that others may read the key; run: chmod 0440 /k'],
    [1001, 0o600, OWN, '/k belongs to user 1001, who could read and change the key; run: chown 1000 /k'],
    [1001, 0o600, ROOT, '/k belongs to user 1001, who could read and change the key; run: chown 0 /k'],
  ])('of user %d with mode %o is refused by user %d', (uid, mode, user, problem) => {
    expect(problemOfKeyFile('/k', { uid, mode }, user)).toBe(problem);
  });
});

describe('reading a key file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'key-file-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function keyFile(mode: number, text = 'the key\n'): Promise<string> {
    const file = join(folder, 'key');
    await writeFile(file, text);
    await chmod(file, mode);
    return file;
  }

  it('follows links, and the mode of the target counts', async () => {
    const file = await keyFile(0o600);
    const link = join(folder, '..data');
    await symlink(file, link);
    expect(await readKeyFile(link, 'SERVER_KEY_FILE')).toBe('the key\n');
    await chmod(file, 0o644);
    await expect(readKeyFile(link, 'SERVER_KEY_FILE')).rejects.toThrow(
      `SERVER_KEY_FILE: ${link} has mode 0644, so that others may read the key; run: chmod 0600 ${link}`,
    );
  });

  it('says that there is no file by undefined, and refuses a folder and what is too long', async () => {
    expect(await readKeyFile(join(folder, 'none'), 'SERVER_KEY_FILE')).toBeUndefined();
    await expect(readKeyFile(folder, 'SERVER_KEY_FILE')).rejects.toThrow(`${folder} is no file`);
    const long = await keyFile(0o600, 'x'.repeat(5000));
    await expect(readKeyFile(long, 'SERVER_KEY_FILE')).rejects.toThrow('is longer than a key');
  });
});
