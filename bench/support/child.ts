import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that announces itself by a line on stdout and ends on SIGTERM. */
export class Child {
  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    /** The match of the announcement. */
    readonly address: string,
  ) {}

  /** @param announcement matches the line that says that the process is ready, with the address */
  static async start(args: readonly string[], env: NodeJS.ProcessEnv, announcement: RegExp): Promise<Child> {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((resolve, reject) => {
      const lines = createInterface({ input: child.stdout }).on('line', (line) => {
        const found = announcement.exec(line)?.[1];
        if (found === undefined) return;
        // Reads to the end, since a full pipe would stop a process that logs; but not line by line, which would take
        // time from the caller of a process that logs and none from that of one that does not.
        lines.close();
        child.stdout.resume();
        resolve(found);
      });
      child.once('error', reject);
      child.once('exit', () => {
        reject(new Error(`${args.join(' ')} ended before it was ready`));
      });
    });
    return new Child(child, child.pid ?? 0, address);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** Arguments for Node that run a TypeScript file of this folder. */
export function typescript(file: string): string[] {
  return ['--no-warnings', '--import', '@swc-node/register/esm-register', file];
}
