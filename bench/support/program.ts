import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { lastLines } from '../../src/database/private-server/run-command.js';

const ROOT = join(import.meta.dirname, '../..');

/** Debian's user for programs without files of their own. */
export const UNPRIVILEGED = 65534;

export interface ProgramOptions {
  readonly log: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it runs as an unprivileged user when this process is root: database servers refuse to run as root. */
  readonly asUnprivileged?: boolean;
}

/** A program in its own process group, which always ends with this process. */
export class Program {
  readonly ended: Promise<unknown>;

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly log: string,
  ) {
    this.ended = once(child, 'close');
  }

  static start(name: string, [file, ...args]: [string, ...string[]], options: ProgramOptions): Program {
    const identity =
      options.asUnprivileged === true && process.getuid?.() === 0
        ? [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups']
        : [];
    const log = openSync(options.log, 'a');
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...identity, '--', file, ...args], {
      detached: true,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    child.on('error', () => undefined);
    return new Program(name, child, options.log);
  }

  /** The first match in a line of stdout; all lines go to the log. */
  async said(pattern: RegExp): Promise<string> {
    const { stdout } = this.child;
    if (stdout === null) throw new Error(`${this.name} has no output`);
    const log = createWriteStream(this.log, { flags: 'a' });
    const found = new Promise<string>((resolve) => {
      createInterface({ input: stdout }).on('line', (line) => {
        log.write(`${line}\n`);
        const match = pattern.exec(line)?.[1];
        if (match !== undefined) resolve(match);
      });
    });
    const word = await Promise.race([found, this.ended.then(() => undefined)]);
    if (word === undefined)
      throw new Error(
        `${this.name} ended before it was ready:\n${lastLines(await readFile(this.log, 'utf8'), 15)}`,
      );
    return word;
  }

  /** Discards its output. */
  ignoreOutput(): this {
    this.child.stdout?.resume();
    return this;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.pid !== undefined;
  }

  /** Ends the whole group: a server's helpers would outlive it. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    process.kill(-(this.child.pid ?? 0), signal);
    await this.ended;
  }
}

/** Starts the built service of a folder. @returns `ready` gives its address, once it listens */
export function startService(
  name: string,
  options: ProgramOptions,
  folder = ROOT,
): { readonly program: Program; readonly ready: Promise<string> } {
  const program = Program.start(name, [process.execPath, join(folder, 'dist/main.js')], options);
  return { program, ready: program.said(/^Ready at (\S+)/) };
}
