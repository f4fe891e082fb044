import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Where one source lies: whole beside the project, or else a sample inside it. */
export interface Place {
  readonly origin: 'all' | 'sample';
  readonly directory: string;
}

export function placesOf(folder: string): Place[] {
  const all = join(root, '..', 'shared', 'data', folder);
  const sample = join(root, 'test/fixtures/real-input', folder);
  return existsSync(all) ? [{ origin: 'all', directory: all }] : [{ origin: 'sample', directory: sample }];
}

export function mappingFile(name: string): string {
  return join(root, 'test/fixtures/feed-maps', name);
}
