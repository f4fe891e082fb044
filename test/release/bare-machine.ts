import { execFile, spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { until } from '../support/until.js';

/** How this machine reaches its registry. */
const NETWORK = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
const STOPS_WITHIN_MS = 120_000;

/**
 * A folder outside of the repository, with a home that is empty and the programs of the distribution and of Node: what
 * is run there finds nothing of the repository and no package.
 */
export class BareMachine {
  private readonly root = mkdtempSync(join(tmpdir(), 'bare-machine-'));
  private readonly home = join(this.root, 'home');
  private readonly started: number[] = [];
  readonly folder = join(this.root, 'work');

  constructor() {
    mkdirSync(this.home);
    mkdirSync(this.folder);
  }

  put(file: string): void {
    copyFileSync(file, join(this.folder, basename(file)));
  }

  /**
   * Runs lines in one shell, as a reader does; the first that fails ends it. What they start in the background goes on.
   * @returns the exit code, and what the terminal showed, each line before what it printed
   */
  async follow(
    lines: string,
    variables: Readonly<Record<string, string>> = {},
    cwd = this.folder,
  ): Promise<{ readonly code: number | null; readonly transcript: string }> {
    const file = join(this.root, `transcript-${this.started.length}.txt`);
    const screen = openSync(file, 'w');
    const shell = spawn('bash', ['-euv', '-o', 'pipefail', '-c', lines], {
      cwd,
      env: { ...(await this.environment()), ...variables },
      // A group of its own, by which it is ended with what it has started.
      detached: true,
      stdio: ['ignore', screen, screen],
    });
    closeSync(screen);
    if (shell.pid !== undefined) this.started.push(shell.pid);
    const code = await new Promise<number | null>((resolve, reject) => {
      shell.once('error', reject);
      shell.once('exit', resolve);
    });
    return { code, transcript: readFileSync(file, 'utf8') };
  }

  /** Ends what was started, and removes everything. */
  async remove(): Promise<void> {
    for (const group of this.started) {
      if (!isAlive(group)) continue;
      process.kill(-group, 'SIGTERM');
      await until('what the lines have started has ended', () => !isAlive(group), {
        within: STOPS_WITHIN_MS,
      });
    }
    rmSync(this.root, { recursive: true });
  }

  private async environment(): Promise<NodeJS.ProcessEnv> {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
    const programs = [dirname(process.execPath), '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
    return {
      ...Object.fromEntries(NETWORK.map((name) => [name, process.env[name]])),
      npm_config_registry: stdout.trim(),
      HOME: this.home,
      PATH: programs.join(':'),
    };
  }
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
