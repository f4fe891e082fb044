import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The path is right from the sources and from `dist`. */
const FILE = join(import.meta.dirname, '../../package.json');

/** What package.json says of the service. */
export interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
}

export async function readOwnPackage(): Promise<OwnPackage> {
  return JSON.parse(await readFile(FILE, 'utf8')) as OwnPackage;
}
