import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { folderForEachTest } from '../../../test/support/folders.js';
import { aptCommand } from './install-server-package.js';
import { candidatePaths, findServerBinary, missingServerMessage, parseVersion } from './server-binary.js';

describe('the version line', () => {
  it.each([
    [
      'mysqld  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)',
      'mariadb',
      '10.11.19',
    ],
    ['mariadbd from 11.8.2-MariaDB, client 15.2 for osx10.20 (arm64)', 'mariadb', '11.8.2'],
    ['/usr/sbin/mysqld  Ver 8.4.6-0ubuntu1 for Linux on x86_64 ((Ubuntu))', 'mysql', '8.4.6'],
    ['mysqld  Ver 9.7.4 for macos15 on arm64 (Homebrew)', 'mysql', '9.7.4'],
  ])('%s', (line, family, version) => {
    expect(parseVersion(line)).toEqual({ family, version });
  });

  it('of another program says nothing', () => {
    expect(parseVersion('GNU coreutils 9.1')).toBeUndefined();
  });
});

describe('the server program', () => {
  const folder = folderForEachTest('server-binary');

  async function install(name: string, versionLine: string): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, `#!/bin/sh\necho '${versionLine}'\n`);
    await chmod(path, 0o755);
    return path;
  }

  it('on the PATH goes before those in the usual folders', async () => {
    const path = await install('mysqld', 'mysqld  Ver 9.7.4 for Linux');
    expect(candidatePaths({ PATH: folder.path })[0]).toBe(path);
    expect(await findServerBinary(undefined, { PATH: folder.path })).toEqual({
      path,
      family: 'mysql',
      version: '9.7.4',
    });
  });

  it('is the one named by MYSQLD and no other', async () => {
    const path = await install('my-server', 'mariadbd from 11.8.2-MariaDB');
    expect(candidatePaths({ PATH: folder.path, MYSQLD: path })).toEqual([path]);
    expect(await findServerBinary('mysql', { MYSQLD: path })).toBeUndefined();
    expect(await findServerBinary('mariadb', { MYSQLD: path })).toMatchObject({ version: '11.8.2' });
  });

  it('must be executable and print a version', async () => {
    const mute = await install('mute', 'hello');
    expect(await findServerBinary(undefined, { MYSQLD: mute })).toBeUndefined();
    expect(await findServerBinary(undefined, { MYSQLD: join(folder.path, 'absent') })).toBeUndefined();
  });
});

describe('without a server program', () => {
  it('apt-get is used by root directly and by others through sudo that asks nothing', () => {
    expect(aptCommand({ hasApt: true, isRoot: true, hasSudo: false })?.[0]).toBe('env');
    expect(aptCommand({ hasApt: true, isRoot: false, hasSudo: true })?.slice(0, 2)).toEqual(['sudo', '-n']);
  });

  it('nothing is installed without apt-get or without the right to use it', () => {
    expect(aptCommand({ hasApt: false, isRoot: true, hasSudo: true })).toBeUndefined();
    expect(aptCommand({ hasApt: true, isRoot: false, hasSudo: false })).toBeUndefined();
  });

  it('two lines say what to install', () => {
    const lines = missingServerMessage().split('\n');
    expect(lines).toHaveLength(2);
    for (const word of ['apt ', 'dnf ', 'brew ', 'DATABASE_URL']) expect(lines[1]).toContain(word);
  });
});
