import { freePorts } from '../../../bench/support/ports.js';
import type { Program } from '../../../bench/support/program.js';
import { startBalancer } from './balancer.js';

/** Starts the process at a place, and returns when it listens on this port. */
export type Begin = (port: number, index: number) => Promise<Program>;

/** Two processes on one database behind HAProxy, with the files of `docker/`; only ports are others. */
export class BalancedProcesses {
  private constructor(
    readonly baseUrl: string,
    private readonly haproxy: Program,
    private readonly ports: readonly number[],
    private readonly programs: Program[],
    private readonly beginAt: Begin,
  ) {}

  /** @param folder for the files of HAProxy */
  static async start(folder: string, beginAt: Begin): Promise<BalancedProcesses> {
    const [port = 0, ...ports] = await freePorts(3);
    const programs: Program[] = [];
    // One after the other: the first one may migrate.
    for (const [index, one] of ports.entries()) programs.push(await beginAt(one, index));
    const haproxy = await startBalancer(folder, port, ports);
    return new BalancedProcesses(`http://127.0.0.1:${port}`, haproxy, ports, programs, beginAt);
  }

  process(index: number): Program {
    const program = this.programs[index];
    if (program === undefined) throw new Error(`There is no process ${index}`);
    return program;
  }

  /** The address of one of the processes, past the balancer. */
  direct(index: number): string {
    return `http://127.0.0.1:${this.ports[index] ?? 0}`;
  }

  /** As `systemctl restart` does with the unit: it returns when the new process is ready. */
  async restart(index: number): Promise<unknown> {
    const old = this.process(index);
    process.kill(old.pid, 'SIGTERM');
    const ended = await old.ended;
    await this.begin(index);
    return ended;
  }

  /** After its end. */
  async begin(index: number): Promise<void> {
    this.programs[index] = await this.beginAt(this.ports[index] ?? 0, index);
  }

  async stop(): Promise<void> {
    await this.haproxy.stop('SIGKILL');
    await Promise.all(this.programs.map((program) => program.stop('SIGKILL')));
  }
}
