import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { PROJECT_ROOT, runScript } from '../support/service-process.js';

const FILE = join(PROJECT_ROOT, 'client/checks/strict.ts');
const EXPECTED = /^ *\/\/ @ts-expect-error -- (.+)$/;

/** Which writes the types of the API. */
beforeAll(async () => {
  const { code, stderr } = await runScript('build/build-client.mjs', []);
  if (code !== 0) throw new Error(stderr);
});

/** The lines with an error when the comments that expect them are taken away. */
function linesWithErrors(text: string): Set<number> {
  const configFile = join(PROJECT_ROOT, 'client/tsconfig.json');
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(PROJECT_ROOT, 'client'));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => (path === FILE ? text : readFile(path));
  const program = ts.createProgram([FILE], options, host);
  const found = ts.getPreEmitDiagnostics(program);
  return new Set(
    found.map(({ file, start = 0 }) => {
      if (file?.fileName !== FILE) throw new Error(`an error elsewhere: ${file?.fileName ?? 'nowhere'}`);
      return file.getLineAndCharacterOfPosition(start).line;
    }),
  );
}

it('a mistake in a call of the client does not compile, each for itself', () => {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const expected = lines.flatMap((line, index) => (EXPECTED.test(line) ? [index + 1] : []));
  const text = lines.map((line) => line.replace(EXPECTED, '// $1')).join('\n');
  expect(expected.length).toBeGreaterThan(10);
  expect([...linesWithErrors(text)].sort((one, other) => one - other)).toEqual(expected);
});
