import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { installFirstOf } from '../../../src/database/private-server/install-server-package.js';

const LIBRARIES = '/usr/lib';

function find(): string | undefined {
  const folders = ['', ...readdirSync(LIBRARIES)].map((name) => join(LIBRARIES, name, 'faketime'));
  return folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((file) => existsSync(file));
}

/** The library that sets a process's clock, installed from the distribution when it is missing and permitted. */
export async function ensureFakeTime(): Promise<string> {
  const found = find();
  if (found !== undefined) return found;
  await installFirstOf(['libfaketime'], 'Installing libfaketime with apt-get.', () => undefined);
  const installed = find();
  if (installed === undefined)
    throw new Error('The test of the clock needs libfaketime (on Debian: apt-get install libfaketime).');
  return installed;
}
