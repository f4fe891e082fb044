import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT_ROOT } from '../support/service-process.js';

const MODULES = ['node_modules', 'pages/node_modules'];
/** Commits of the same content at the same time are the same. It is in the past: tar warns of files from the future. */
const TIME = '2025-05-01T08:00:00Z';
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.edu',
  GIT_AUTHOR_DATE: TIME,
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.edu',
  GIT_COMMITTER_DATE: TIME,
};

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clone of this project at its last commit, which shares the installed packages. */
export class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'release-test-'));

  static async make(): Promise<Repository> {
    const repository = new Repository();
    await repository.git('clone', '--quiet', '--no-tags', PROJECT_ROOT, '.');
    for (const modules of MODULES)
      symlinkSync(join(PROJECT_ROOT, modules), join(repository.folder, modules), 'dir');
    // .gitignore names directories, which symbolic links are not.
    appendFileSync(join(repository.folder, '.git/info/exclude'), 'node_modules\n');
    return repository;
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  has(...names: string[]): boolean {
    return existsSync(this.path(...names));
  }

  async git(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run('git', words);
    if (code !== 0) throw new Error(stderr);
    return stdout.trimEnd();
  }

  /** `npm run release -- …` */
  release(...words: string[]): Promise<Ended> {
    return this.run(process.execPath, ['scripts/release/release.mjs', ...words]);
  }

  async run(file: string, words: readonly string[], cwd = this.folder): Promise<Ended> {
    const options = { cwd, env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 };
    try {
      return { code: 0, ...(await promisify(execFile)(file, words, options)) };
    } catch (error) {
      if (!isEnded(error)) throw error;
      return { code: error.code, stdout: error.stdout, stderr: error.stderr };
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function isEnded(error: unknown): error is Ended {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'stderr' in error;
}
