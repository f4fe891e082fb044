import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from '../../support/until.js';
import type { Image } from './image.js';

/**
 * As a container engine does it: own processes, own mounts, files that are read only, no way to more rights. The signal
 * at the end of the parent is set last, as a change of the user clears it.
 */
const ENTER = `
mount --bind "$FILES" "$FILES"
mount -o remount,bind,ro "$FILES"
mount -t proc proc "$FILES/proc"
mount --rbind /dev "$FILES/dev"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$FILES/tmp"
mount --bind "$DATA" "$FILES$DATA_DIR"
exec chroot "$FILES" setpriv --reuid="$USER" --regid="$GROUP" --clear-groups --no-new-privs --pdeathsig KILL -- \\
  env -i --chdir="$FOLDER" "$@"
`;
const READY_LIMIT_MS = 90_000;

export interface Ending {
  readonly code: number | null;
  readonly output: string;
}

interface ContainerOptions {
  readonly image: Image;
  readonly env: Readonly<Record<string, string>>;
  /** Other than the image names; its group has the same number. */
  readonly user?: number;
  /** Where DATA_DIR is in the image. */
  readonly dataDir: string;
}

/** A process that runs from an image, and is process 1 of its own; nothing but DATA_DIR and /tmp can be written. */
export class Container {
  private output = '';
  private readonly ended: Promise<Ending>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: ContainerOptions,
    /** The folder of this machine that is DATA_DIR there. */
    readonly data: string,
    private readonly user: string,
    private readonly group: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      output: this.output,
    }));
  }

  static async start(options: ContainerOptions): Promise<Container> {
    const { image, env, dataDir } = options;
    const { User, WorkingDir, Entrypoint, Cmd } = image.settings;
    const [user = '', group = ''] =
      options.user === undefined ? User.split(':') : [String(options.user), String(options.user)];
    const data = await volumeFor(image.pathOf(dataDir), options.user);
    const words = [...assignmentsOf(image, env), ...(Entrypoint ?? []), ...Cmd];
    const isolation = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
    const command = [
      '--pdeathsig',
      'KILL',
      '--',
      'unshare',
      ...isolation,
      'sh',
      '-ec',
      ENTER,
      'sh',
      ...words,
    ];
    const child = spawn('setpriv', command, {
      env: {
        PATH: process.env['PATH'],
        FILES: image.files,
        DATA: data,
        DATA_DIR: dataDir,
        USER: user,
        GROUP: group,
        FOLDER: WorkingDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Container(child, options, data, user, group);
  }

  /**
   * Resolves when an address answers 200, and the service has said that it is ready, as it makes its demo before.
   * @throws {Error} when the process has ended, or after a minute and a half
   */
  async ready(url: string): Promise<void> {
    const hasEnded = (): boolean => this.child.exitCode !== null;
    const isReady = async (): Promise<boolean> => {
      if (!/^Ready at /m.test(this.output)) throw new Error(`it said: ${this.output}`);
      return (await fetch(url)).status === 200;
    };
    await until('the container is ready', () => hasEnded() || isReady(), { within: READY_LIMIT_MS });
    if (hasEnded()) throw new Error(`The container ended before it was ready: ${this.output}`);
  }

  /** Runs a command in it, with its user and variables, as its health check is run. @returns the exit code */
  async run(words: readonly string[]): Promise<number> {
    const { user, group } = this;
    const pid = String(await this.processId());
    const variables = assignmentsOf(this.options.image, this.options.env);
    const place = [
      '--target',
      pid,
      '--mount',
      '--pid',
      '--root',
      '--wd',
      '--setuid',
      user,
      '--setgid',
      group,
    ];
    const child = spawn('nsenter', [...place, '/usr/bin/env', '-i', ...variables, ...words], {
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'close')) as [number];
    return code;
  }

  /**
   * Sends the stop signal of the image; what has not ended when the time is over is killed, and has no code.
   */
  async stop(graceMs: number): Promise<Ending> {
    if (this.child.exitCode !== null) return this.ended;
    const pid = await this.processId();
    const kill = setTimeout(() => this.child.kill('SIGKILL'), graceMs);
    process.kill(pid, this.options.image.settings.StopSignal);
    const ending = await this.ended;
    clearTimeout(kill);
    return ending;
  }

  /** Ends it, and removes its data. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    await this.ended;
    await rm(this.data, { recursive: true });
  }

  /**
   * Of the process that is number 1 inside, as this machine counts.
   * @throws {Error} when there is none: a signal to 0 would reach the tests themselves
   */
  private async processId(): Promise<number> {
    const { pid = 0 } = this.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    if (!/^[1-9]\d* *$/.test(children))
      throw new Error(`There is not one process in the container: "${children}"`);
    return Number(children);
  }
}

/** The variables of the image and others, as `env` takes them. */
function assignmentsOf(image: Image, env: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...image.environment, ...env }).map(([name, value]) => `${name}=${value}`);
}

/** An empty volume gets owner and mode of the folder of the image over which it is mounted, as Docker does. */
async function volumeFor(folder: string, user: number | undefined): Promise<string> {
  const { uid, gid, mode } = await stat(folder);
  const data = await mkdtemp(join(tmpdir(), 'image-data-'));
  await chown(data, user ?? uid, user ?? gid);
  await chmod(data, mode & 0o777);
  return data;
}
