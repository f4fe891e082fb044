import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Step } from '../../../src/cli/drops/steps.js';

const PROGRAM = join(import.meta.dirname, 'drops-process.mjs');

export interface DropsEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The command in a process of its own. */
export class DropsProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<DropsEnd>;
  private readonly child: ChildProcess;

  /**
   * @param fatal the step after which it kills itself
   * @param times when it has come there so often
   */
  constructor(words: readonly string[], fatal: Step | 'none' = 'none', times = 1) {
    const { PATH, HOME } = process.env;
    this.child = spawn(process.execPath, [PROGRAM, fatal, String(times), ...words], {
      env: { PATH, HOME, INTEGRATION_API_BACKOFF_MS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    const closed = once(this.child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    this.ended = closed.then(([code, signal]) => ({ code, signal }));
  }

  stop(signal: NodeJS.Signals): Promise<DropsEnd> {
    this.child.kill(signal);
    return this.ended;
  }
}
