import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { packPython } from '../../scripts/build/python-package.mjs';
import { PROJECT_ROOT } from '../support/service-process.js';

const HERE = join(PROJECT_ROOT, 'clients/python');

/** Runs programs in Python, which leave nothing in the repository. */
export class Python {
  /** @param folder for what they leave */
  constructor(
    private readonly folder: string,
    private readonly program = process.env['PYTHON'] ?? 'python3',
  ) {}

  /**
   * @returns what the program prints
   * @throws {Error} with its output when it fails
   */
  async run(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const { code, output } = await this.ended(words, env);
    if (code !== 0) throw new Error(`python3 ${words.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  /** What a program prints that may fail. */
  async output(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
    return (await this.ended(words, env)).output;
  }

  /** The report of the tests of a folder. */
  test(name: string, env: Record<string, string> = {}): Promise<string> {
    const plugin = name === 'tests' ? [] : ['-p', 'integration_api.pytest_plugin'];
    const words = [
      '-m',
      'pytest',
      '-q',
      '-W',
      'error',
      '-p',
      'no:cacheprovider',
      ...plugin,
      join(HERE, name),
    ];
    return this.run(words, { ...env, PYTHONPATH: join(HERE, 'src') });
  }

  /** Builds the packages into an empty folder. */
  async pack(into: string, root = PROJECT_ROOT): Promise<void> {
    const { ok, output } = await packPython(this.program, root, into, 1_700_000_000);
    if (!ok) throw new Error(output);
  }

  private ended(
    words: readonly string[],
    env: Record<string, string>,
  ): Promise<{ code: number; output: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const own = { PATH, HOME, TMPDIR: this.folder, PYTHONDONTWRITEBYTECODE: '1', LANG: 'C.UTF-8' };
    return new Promise((resolve) => {
      execFile(
        this.program,
        [...words],
        { env: { ...own, ...env }, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
        },
      );
    });
  }
}
