import { jest } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../../src/database/private-server/run-command.js';
import { writeDocuments } from '../../support/documents-on-disk.js';
import { folderOfFile } from '../../support/folders.js';
import { PROJECT_ROOT } from '../../support/service-process.js';

// Compiles clients of 70,000 lines: 50 s on two cores that two other runs kept busy.
jest.setTimeout(180_000);

const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noFallthroughCasesInSwitch: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
};
const EXACT = { ...OPTIONS, exactOptionalPropertyTypes: true };
/** What a caller writes, who has the types Milestone and Sent. */
const USE = `
export const withoutResult: Sent = { status: 'not_started', result: null };
// @ts-expect-error -- a milestone without a result has null
export const shouted = ({ result }: Milestone): string => result.toUpperCase();
`;

const folder = folderOfFile('generated');

/** @throws {Error} with what it printed when the program of a package fails */
async function run(program: string, ...words: readonly string[]): Promise<void> {
  const path = join(PROJECT_ROOT, 'node_modules', program);
  const { ok, output } = await runCommand(process.execPath, [path, ...words]);
  if (!ok) throw new Error(`${program} ${words.join(' ')}:\n${output}`);
}

async function compile(compilerOptions: object, files: readonly string[]): Promise<void> {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  await run('typescript/bin/tsc', '-p', config);
}

describe('a client for TypeScript compiles under strict settings, and has null where the service has it', () => {
  it('by openapi-typescript', async () => {
    for (const { name, file } of await writeDocuments(folder))
      await run('openapi-typescript/bin/cli.js', file, '-o', join(folder, `${name}.ts`));
    const types = `import type { components } from './reference';
type Milestone = components['schemas']['MilestoneDto'];
type Sent = components['schemas']['PutMilestoneDto'];
`;
    writeFileSync(join(folder, 'use.ts'), types + USE);
    await compile(EXACT, ['reference.ts', 'scim.ts', 'use.ts']);
  });

  it('by hey-api, with a method for each call', async () => {
    for (const { name, file } of await writeDocuments(folder)) {
      const plugins = ['-p', '@hey-api/typescript', '@hey-api/sdk', '-c', '@hey-api/client-fetch'];
      const out = join(folder, name);
      await run('@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', out, ...plugins, '-s', '--no-log-file');
    }
    const types = `import type { MilestoneDto as Milestone, PutMilestoneDto as Sent } from './reference/types.gen';
`;
    writeFileSync(join(folder, 'use.ts'), types + USE);
    await compile(EXACT, ['reference/types.gen.ts', 'scim/types.gen.ts', 'use.ts']);
    // Its own functions, which are the same for every document, do not compile with exactOptionalPropertyTypes.
    await compile(OPTIONS, ['reference/index.ts', 'reference/client.gen.ts', 'scim/index.ts', 'use.ts']);
  });
});
