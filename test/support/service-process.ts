import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { keepPrinted } from './evidence.js';

export const PROJECT_ROOT = join(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a script ends that refuses, and says why. */
export function refusal(says: string | RegExp): object {
  const stderr: unknown =
    typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
  return { code: 1, stderr };
}

/** The lines of a script when sources have changed since the last build. */
const SET_UP = /^(Building\.|Waiting for another set-up to finish\.)\n/gm;

/** Other lines on stdout are for the user at the terminal, such as the secret of a new key. */
function logLinesOf(stdout: string): string {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => `${line}\n`)
    .join('');
}

/** A program of `scripts/`, without the environment of the tests. */
export class ScriptProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;

  constructor(script: string, words: readonly string[], env: Readonly<Record<string, string>>) {
    // The private server is of the family that the tests run on.
    const { PATH = '', HOME = '', MYSQLD = '', DATABASE_SILENCE_SECONDS = '' } = process.env;
    this.child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts', script), ...words], {
      env: { PATH, HOME, MYSQLD, DATABASE_SILENCE_SECONDS, BUILD_PAGES: 'false', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(this.child, 'close').then(([code]) => {
      const stderr = this.stderr.replace(SET_UP, '');
      keepPrinted('log', logLinesOf(this.stdout) + stderr);
      return { code: code as number | null, stdout: this.stdout, stderr };
    });
  }

  /**
   * The first match on stdout, as soon as there is one.
   * @throws {Error} when the process ends without it
   */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found !== null) return found;
      const more = this.child.stdout === null ? this.ended : once(this.child.stdout, 'data');
      const next = await Promise.race([more, this.ended]);
      if ('code' in next && !pattern.test(this.stdout))
        throw new Error(
          `It ended (${next.code ?? 'killed'}) without ${pattern.source}: ${this.stdout}${this.stderr}`,
        );
    }
  }

  /** The address of the service, once it listens. */
  async ready(): Promise<string> {
    const [, baseUrl = ''] = await this.said(/^Ready at (\S+) /m);
    return baseUrl;
  }

  /** Stops reading the output, as when a terminal is closed. */
  hangUp(): void {
    this.child.stdout?.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.signal(name);
    return this.ended;
  }
}

/** Runs a script to its end. */
export function runScript(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new ScriptProcess(script, words, env).ended;
}

/**
 * The limit of a hook that may have to build first. With nothing built, on two cores that other work kept busy, it took
 * more than two minutes.
 */
export const BUILD_LIMIT_MS = 300_000;

/** Builds `dist`, so that the tests do not include a build. The hook has the limit {@link BUILD_LIMIT_MS}. */
export async function ensureBuilt(): Promise<void> {
  const { code, stderr } = await runScript('cli.mjs', ['help']);
  if (code !== 0) throw new Error(stderr);
}
