import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { judgeNames } from '../src/config/unknown-variables.js';
import { readDocument } from './support/markdown.js';
import { PROJECT_ROOT } from './support/service-process.js';

const FOLDERS = ['src', 'scripts', 'test', 'bench', 'examples', 'client/src', 'clients/python'];
const SOURCE = /\.(?:[mc]?[jt]s|py)$/;
/** `process.env.NAME`, `process.env['NAME']`, `env.NAME`, `os.environ["NAME"]`. */
const READ = /\b(?:process\.env|env|os\.environ)(?:\.get\()?(?:\.|\[?["'])([A-Z][A-Z0-9_]+)/g;

const known = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=/gm)].flatMap(([, name = '']) => name);

/** The variables that any program of this repository reads. */
function readNames(): readonly string[] {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => SOURCE.test(file) && !file.includes('node_modules'))
      .flatMap((file) => [...readFileSync(join(PROJECT_ROOT, folder, file), 'utf8').matchAll(READ)])
      .map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

it('a variable of a script, a test or an example does not end the start of a service that has it too', () => {
  const names = readNames();
  expect(names).toEqual(expect.arrayContaining(['TEST_DATABASE_URL', 'DRILL_DATABASE_URL', 'MYSQLD']));
  expect(judgeNames(names, [...known, 'NODE_ENV'])).toEqual({ mistaken: [], unread: [] });
});
