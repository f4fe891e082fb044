import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

import { Repository } from './repository.js';

const MIGRATION = 'src/database/migrations/1795190500000-baseline.ts';
const TABLES = 'src/database/migrations/baseline/users.ts';

let repository: Repository;
let base: string;

beforeAll(async () => {
  repository = await Repository.make();
  base = await repository.git('rev-parse', 'HEAD');
});

afterAll(() => {
  repository.remove();
});

beforeEach(async () => {
  await repository.git('reset', '--quiet', '--hard', base);
  await repository.git('clean', '--quiet', '-fd');
  for (const tag of (await repository.git('tag')).split('\n').filter((one) => one !== ''))
    await repository.git('tag', '--delete', tag);
});

function change(file: string, act: (text: string) => string): void {
  writeFileSync(repository.path(file), act(readFileSync(repository.path(file), 'utf8')));
}

function commit(): Promise<string> {
  return repository.git('commit', '--quiet', '--all', '--message', 'test: a change');
}

const cases: readonly [name: string, version: string, arrange: () => unknown, says: RegExp][] = [
  ['a version that is none', '1.4', () => undefined, /^1\.4 is no version/],
  [
    'a pre-release that Python does not have',
    '9.0.0-next.1',
    () => undefined,
    /^9\.0\.0-next\.1 is no version of Python/,
  ],
  ['a tag that exists', '9.0.0', () => repository.git('tag', 'v9.0.0'), /^The tag v9\.0\.0 exists/],
  [
    'changes that are not committed',
    '9.0.0',
    () => {
      writeFileSync(repository.path('src/new.ts'), '');
    },
    /^There are changes that are not committed:\n\?\? src\/new\.ts/,
  ],
  [
    'a version below the last tag',
    '8.0.0-rc.2',
    () => repository.git('tag', 'v8.0.0'),
    /^8\.0\.0-rc\.2 is not higher than 8\.0\.0/,
  ],
  [
    'a version that was released, in a clone without tags',
    '8.0.0',
    () => {
      const released = { releases: [{ version: '8.0.0', source: base }] };
      change('docs/releases.json', () => JSON.stringify(released));
      return commit();
    },
    /^8\.0\.0 is not higher than 8\.0\.0/,
  ],
  ['a version below that of package.json', '0.0.9', () => undefined, /^0\.0\.9 is lower than /],
  [
    'nothing under "Unreleased"',
    '9.0.0',
    () => {
      change('CHANGELOG.md', (text) =>
        text.replace('## Unreleased\n', '## Unreleased\n\n## 0.0.1 (2026-01-01)\n'),
      );
      return commit();
    },
    /^CHANGELOG\.md has nothing under "Unreleased"/,
  ],
  [
    'a migration that was edited since the last tag',
    '9.0.0',
    async () => {
      await repository.git('tag', 'v0.1.0');
      appendFileSync(repository.path(TABLES), '\n');
      await commit();
    },
    new RegExp(`^Migrations were edited or deleted since 0\\.1\\.0: ${TABLES.replaceAll('.', '\\.')}\\.`),
  ],
  [
    'a migration that was deleted since the last tag',
    '9.0.0',
    async () => {
      await repository.git('tag', 'v0.1.0');
      await repository.git('rm', '--quiet', MIGRATION);
      await commit();
    },
    /^Migrations were edited or deleted since 0\.1\.0/,
  ],
];

describe('a release is refused for', () => {
  it.each(cases)('%s', async (_, version, arrange, says) => {
    await arrange();
    const before = await repository.git('rev-parse', 'HEAD');
    const tags = await repository.git('tag');
    const { code, stderr } = await repository.release(version);

    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    expect(await repository.git('rev-parse', 'HEAD')).toBe(before);
    expect(await repository.git('tag')).toBe(tags);
    expect(repository.has('release')).toBe(false);
  });

  it.each([[[]], [['1.0.0', '2.0.0']], [['1.0.0', '--force']], [['1.0.0', '--dry-run', '--rebuild']]])(
    'words that it does not know: %p',
    async (words) => {
      const { code, stderr } = await repository.release(...words);
      expect(stderr).toMatch(/^npm run release -- <version>/m);
      expect(code).toBe(1);
    },
  );

  it('a version to rebuild that has no tag', async () => {
    expect((await repository.release('9.9.9', '--rebuild')).code).toBe(1);
  });
});
