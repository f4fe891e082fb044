import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePorts } from '../../bench/support/ports.js';
import { installFirstOf } from '../../src/database/private-server/install-server-package.js';
import { runCommand } from '../../src/database/private-server/run-command.js';

/**
 * The same program under two names. The package of the second sets up no service.
 */
const PROGRAMS = ['redis-server', 'redis-check-rdb'];
const PACKAGES = ['redis-tools'];

/**
 * The distribution's program, installed when it is missing and permitted; undefined, with a line on stderr, when there
 * is none.
 */
export async function ensureRedis(): Promise<string | undefined> {
  const found = await findRedis();
  if (found !== undefined) return found;
  const say = (line: string): boolean => process.stderr.write(`${line}\n`);
  await installFirstOf(PACKAGES, 'No Redis was found; installing the distribution’s with apt-get.', say);
  const installed = await findRedis();
  if (installed === undefined)
    say('NOT RUN: the tests with Redis. It is not on this machine and may not be installed.');
  return installed;
}

async function findRedis(): Promise<string | undefined> {
  for (const name of PROGRAMS) if ((await runCommand(name, ['--version'])).ok) return name;
  return undefined;
}

/** A Redis for one test file, on loopback, without persistence. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(program: string): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'redis-'));
    const [port = 0] = await freePorts(1);
    const server = new RedisServer(program, port, folder);
    await server.restore();
    return server;
  }

  get url(): string {
    return `redis://:${this.password}@127.0.0.1:${this.port}/1`;
  }

  readonly password = 'a-password-of-redis';

  /** Restarts it, empty, at the same address. */
  async restore(): Promise<void> {
    const place = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.folder];
    const nothingKept = ['--save', '', '--appendonly', 'no', '--requirepass', this.password];
    const child = spawn(this.program, [...place, ...nothingKept], {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('Ready to accept connections')) {
        child.stdout.resume();
        return;
      }
    throw new Error('Redis ended before it was ready');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Freezes it: it keeps its connections and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
