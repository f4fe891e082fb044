import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '..');
const UNIT_FILE = 'src/database/private-server/lock-file.spec.ts';

function npmTest(...words: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['scripts/tests/test.mjs', ...words], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
}

describe('npm test', () => {
  it('fails with one sentence when it is given a file that is not there', () => {
    const { status, stderr } = npmTest('no/such/file');
    expect(stderr).toBe('No test file of npm test matches no/such/file.\n');
    expect(status).toBe(1);
  });

  it('fails when no test has the name that it is given', () => {
    const { status, stderr } = npmTest(UNIT_FILE, '-t', 'no such name');
    expect(stderr).toContain('No test of these files has a name that matches no such name.\n');
    expect(status).toBe(1);
  });

  it('starts no database for a unit test', () => {
    const { status, stderr } = npmTest(UNIT_FILE, '-t', 'is taken over from a dead process');
    expect(stderr).toContain('1 passed');
    // The search that ends the runs that have a database.
    expect(stderr).not.toContain('were searched');
    expect(status).toBe(0);
  });
});
