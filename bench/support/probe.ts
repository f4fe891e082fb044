import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { typescript } from './child.js';

/** How long another caller waits for `GET /health/live` meanwhile. */
export class Probe {
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly child: ChildProcess) {
    this.lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
  }

  static async start(baseUrl: string): Promise<Probe> {
    const program = join(import.meta.dirname, 'prober.ts');
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const probe = new Probe(
      spawn(process.execPath, [...typescript(program), baseUrl], { stdio: [...stdio] }),
    );
    await probe.lines.next();
    return probe;
  }

  /** The latencies while `work` runs, in milliseconds. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    this.child.stdin?.write('begin\n');
    await work();
    this.child.stdin?.write('stop\n');
    const { value } = (await this.lines.next()) as { value?: string };
    return JSON.parse(value ?? '[]') as number[];
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.stdin?.end();
    await ended;
  }
}
