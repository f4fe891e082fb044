import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addToRecord, affectedSuites, presentState } from '../scripts/verify/history.mjs';

const SUITES = [
  { name: 'one', paths: ['one/'] },
  { name: 'other', paths: ['other/'] },
];
const AUTHOR = ['-c', 'user.name=test', '-c', 'user.email=test@example.edu', '-c', 'commit.gpgsign=false'];

let folder: string;

function git(...words: string[]): string {
  return execFileSync('git', [...AUTHOR, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

/** @returns the commit that changes a file */
function change(path: string): string {
  writeFileSync(join(folder, path), git('rev-parse', '--short', 'HEAD'));
  git('add', '.');
  git('commit', '-qm', `change ${path}`);
  return git('rev-parse', 'HEAD');
}

function verified(name: string, commit: string): void {
  addToRecord(folder, name, { commit, date: '2026-01-01', tests: 1, seconds: 1 });
}

async function affected(): Promise<string[]> {
  return [...(await affectedSuites(folder, SUITES))];
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  for (const name of ['.ci', 'docs', 'one', 'other']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'docs/releases.json'), '{"releases":[]}');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'begin');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the suites that a change may affect', () => {
  it('are all of them when none was ever verified', async () => {
    expect(await affected()).toEqual(['one', 'other']);
  });

  it('are those whose paths differ from the commit that they passed with, committed or not', async () => {
    const commit = change('one/file');
    verified('one', commit);
    verified('other', commit);
    expect(await affected()).toEqual([]);
    change('one/file');
    expect(await affected()).toEqual(['one']);
    writeFileSync(join(folder, 'other/new'), '');
    expect(await affected()).toEqual(['one', 'other']);
  });

  it('are also those from whose folder a file was moved away', async () => {
    const commit = change('one/file');
    verified('one', commit);
    verified('other', commit);
    renameSync(join(folder, 'one/file'), join(folder, 'docs/file'));
    git('add', '.');
    git('commit', '-qm', 'move');
    expect(await affected()).toEqual(['one']);
  });

  it('are those of commits that this clone does not have', async () => {
    verified('one', change('one/file'));
    verified('other', '1'.repeat(40));
    expect(await affected()).toEqual(['other']);
  });

  it('are none of those before a release, which was verified as a whole', async () => {
    change('one/file');
    git('tag', 'v1.0.0');
    change('other/file');
    expect(await affected()).toEqual(['other']);
  });
});

describe('the state of the files', () => {
  it('is the commit as long as nothing but the record of what was verified has changed', async () => {
    const commit = change('one/file');
    verified('one', commit);
    expect(await presentState(folder)).toEqual({ commit, state: commit, isClean: true });
    writeFileSync(join(folder, 'one/file'), 'else');
    const { state, isClean } = await presentState(folder);
    expect(state).toMatch(new RegExp(`^${commit}\\+[0-9a-f]{12}$`));
    expect(isClean).toBe(false);
  });

  it('is another one with other contents of a file that is not committed', async () => {
    const states = [];
    for (const text of ['', 'one', 'other']) {
      if (text !== '') writeFileSync(join(folder, 'one/new'), text);
      states.push((await presentState(folder)).state);
    }
    expect(new Set(states).size).toBe(3);
  });
});
