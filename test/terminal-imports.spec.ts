import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Static imports; a dynamic one is loaded when it is reached. */
const IMPORT = /^(?:import|export)\s+(?!type\s)(?:([^'";]*?)\sfrom\s+)?'([^']+)'/gm;
const TYPES_ONLY = /^\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}$/;

/** The packages that are loaded with a module, without those of Node. */
function packagesOf(entry: string): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, names = '', specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (TYPES_ONLY.test(names)) continue;
      if (specifier === '#client') visit('client/src/index.ts');
      else if (specifier.startsWith('.')) visit(join(dirname(file), specifier.replace(/\.js$/, '.ts')));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  };
  visit(entry);
  return [...packages].sort();
}

/** A package of one small file. */
const NEAR_MISSES = ['fastest-levenshtein'];

describe('the terminal', () => {
  it.each([
    ['the list of commands', 'src/cli/commands/index.ts', NEAR_MISSES],
    ['the program and its refusals of words', 'src/cli/main.ts', NEAR_MISSES],
    ['the help of a command', 'src/cli/run-command.ts', NEAR_MISSES],
    ['feed', 'src/cli/feed/feed.ts', [...NEAR_MISSES, 'jsonc-parser', 'sax', 'yauzl']],
    ['drops run', 'src/cli/drops/drops.ts', [...NEAR_MISSES, 'jsonc-parser', 'sax', 'yauzl']],
    ['events consume', 'src/cli/consume/consume.ts', [...NEAR_MISSES, 'rabbitmq-client']],
  ])('loads for %s no framework and no database: %s', (_, file, packages) => {
    expect(packagesOf(file)).toEqual(packages);
  });

  it('loads both for a command that does something', () => {
    expect(packagesOf('src/cli/with-rooms.ts')).toEqual(
      expect.arrayContaining(['@nestjs/core', 'mysql2', 'typeorm']),
    );
  });
});
