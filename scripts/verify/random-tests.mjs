// Which files of `npm test` draw at random, so that another seed may find something else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['client/src', 'src', 'test'];
const SPEC = /(?:\.|\.e2e-)spec\.ts$/;
const DRAWS = /support\/(?:random|fast-check|hostile-values)\.js'/;

/** @returns their paths, in order */
export function randomTests(root) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => SPEC.test(path))
      .map((path) => join(folder, path)),
  )
    .filter((path) => DRAWS.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}
