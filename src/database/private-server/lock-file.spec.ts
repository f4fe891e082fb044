import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { folderForEachTest } from '../../../test/support/folders.js';
import { withLock } from './lock-file.js';

const NO_SUCH_PID = 2 ** 22 + 1;

const folder = folderForEachTest('lock-file');
let path: string;

beforeEach(() => {
  path = join(folder.path, 'lock');
});

it('lets one caller in at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, (inside += 1));
    await Promise.resolve();
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLock(path, { limitMs: 10_000 }, work)));
  expect(most).toBe(1);
});

it('is free again after the work has failed', async () => {
  await expect(withLock(path, { limitMs: 0 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(path)).toBe(false);
});

it.each([
  ['a dead process', `${NO_SUCH_PID} 1`],
  ['a process whose id was given out again', `${process.pid} 1`],
])('is taken over from %s', async (_, holder) => {
  await writeFile(path, holder);
  expect(await withLock(path, { limitMs: 0 }, () => Promise.resolve('mine'))).toBe('mine');
});

it('is taken over when its holder died before writing its name', async () => {
  await writeFile(path, '');
  await utimes(path, new Date(0), new Date(0));
  expect(await withLock(path, { limitMs: 0 }, () => Promise.resolve('mine'))).toBe('mine');
});

it('gives up on a living holder after the limit, naming it', async () => {
  await withLock(path, { limitMs: 0 }, async () => {
    await expect(withLock(path, { limitMs: 0 }, () => Promise.resolve())).rejects.toThrow(
      `Process ${process.pid} has held the lock`,
    );
  });
});
