import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function make(name: string): string {
  return mkdtempSync(join(tmpdir(), `${name}-`));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A temporary folder, which is removed when the file ends. */
export function folderOfFile(name: string): string {
  const folder = make(name);
  afterAll(() => {
    remove(folder);
  });
  return folder;
}

/** A temporary folder of its own for each test. */
export function folderForEachTest(name: string): { readonly path: string } {
  const folder = { path: '' };
  beforeEach(() => {
    folder.path = make(name);
  });
  afterEach(() => {
    remove(folder.path);
  });
  return folder;
}
