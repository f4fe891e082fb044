import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, 'faulty-service.mjs');

/** A process with the real service, which kills itself at a fault point. It loads at once and starts on request. */
export class FaultyProcess {
  private readonly child: ChildProcess;
  /** The signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;

  /**
   * @param environment passed explicitly, because under Jest a child does not inherit variables that the tests have set
   */
  constructor(environment: NodeJS.ProcessEnv = process.env) {
    this.child = spawn(process.execPath, [PROGRAM], {
      env: { ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  }

  /**
   * @param fatal the name of a fault point, or `none`
   * @returns where it listens
   */
  async start(fatal: string): Promise<string> {
    const { stdin, stdout } = this.child;
    if (stdin === null || stdout === null) throw new Error('The process has no pipes');
    stdin.write(`${fatal}\n`);
    const said = once(createInterface({ input: stdout }), 'line').then(([line]) => line as string);
    const died = this.ended.then(() => {
      throw new Error('The process ended before it listened');
    });
    // The process is killed on purpose later, when the address is no longer awaited.
    died.catch(() => undefined);
    return Promise.race([said, died]);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
