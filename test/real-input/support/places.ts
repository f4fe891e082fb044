import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The folder of one source: the complete one beside the project, otherwise the sample inside it. */
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
