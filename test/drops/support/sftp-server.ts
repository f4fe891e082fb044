import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { freePorts } from '../../../bench/support/ports.js';
import { runCommand } from '../../../src/database/private-server/run-command.js';
import { installWithoutService } from '../../support/install-without-service.js';
import { PROJECT_ROOT } from '../../support/service-process.js';
import { until } from '../../support/until.js';

const CONFIGURATION = join(PROJECT_ROOT, 'docker/openssh/drops.conf');
const SSHD = '/usr/sbin/sshd';
/** Every folder above one that a user is locked into must be root's, so that /tmp cannot have it. */
const PARENT = '/run';
/** A user and a group that each Debian has, and who cannot log in otherwise. */
const SENDER = 'www-data';
const GROUP_OF_SENDER = 33;

async function ensureSshd(): Promise<void> {
  const isThere = async (): Promise<boolean> => (await runCommand('test', ['-x', SSHD])).ok;
  if (await isThere()) return;
  const reason = 'No SSH server was found; installing openssh-server with apt-get.';
  await installWithoutService('openssh-server', reason);
  if (!(await isThere()))
    throw new Error('These tests need OpenSSH (on Debian: apt-get install openssh-server).');
}

/** What a client of SFTP was asked to do, and how it ended. */
export interface Transfer {
  readonly ended: Promise<{ readonly ok: boolean; readonly output: string }>;
  kill(): void;
}

/** OpenSSH on the loopback interface with `docker/openssh/drops.conf`, for the folder of one sender. */
export class SftpServer {
  /** Into which the sender puts files. */
  readonly files: string;
  private server: ChildProcess | undefined;
  private port = 0;

  private constructor(private readonly folder: string) {
    this.files = join(folder, 'drops', SENDER, 'files');
  }

  /** Undefined where only root may start one. */
  static async start(): Promise<SftpServer | undefined> {
    if (process.getuid?.() !== 0) return undefined;
    await ensureSshd();
    const server = new SftpServer(mkdtempSync(join(PARENT, 'integration-api-sftp-')));
    await server.prepare();
    await server.listen();
    return server;
  }

  /** Lets a client carry out these commands, one a line. @param words for the client, such as a limit of bandwidth */
  transfer(commands: readonly string[], words: readonly string[] = []): Transfer {
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
    const child = spawn(
      'sftp',
      [
        ...words,
        ...options.flatMap((option) => ['-o', option]),
        '-i',
        join(this.folder, 'key'),
        '-P',
        String(this.port),
        '-b',
        '-',
        `${SENDER}@127.0.0.1`,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdin.end(`${commands.join('\n')}\n`);
    return {
      ended: once(child, 'close').then(([code]) => ({ ok: code === 0, output })),
      // With the connection, which is a process of its own.
      kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
    };
  }

  async stop(): Promise<void> {
    this.server?.kill('SIGTERM');
    if (this.server !== undefined) await once(this.server, 'close');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async prepare(): Promise<void> {
    chmodSync(this.folder, 0o755);
    mkdirSync(join(this.folder, 'drops', SENDER), { recursive: true });
    mkdirSync(this.files);
    chownSync(this.files, 0, GROUP_OF_SENDER);
    chmodSync(this.files, 0o3770);
    for (const key of ['key', 'host-key']) {
      const { ok, output } = await runCommand('ssh-keygen', [
        '-q',
        '-t',
        'ed25519',
        '-N',
        '',
        '-f',
        join(this.folder, key),
      ]);
      if (!ok) throw new Error(output);
    }
    mkdirSync(join(this.folder, 'keys'));
    copyFileSync(join(this.folder, 'key.pub'), join(this.folder, 'keys', SENDER));
    mkdirSync('/run/sshd', { recursive: true });
    const [port = 0] = await freePorts(1);
    this.port = port;
    writeFileSync(join(this.folder, 'sshd_config'), this.configuration(), { mode: 0o600 });
  }

  private configuration(): string {
    const own = readFileSync(CONFIGURATION, 'utf8')
      .replace('Match Group drops', `Match User ${SENDER}`)
      .replace('/srv/drops/%u', `${this.folder}/drops/%u`)
      .replace('/etc/ssh/drops-keys/%u', `${this.folder}/keys/%u`);
    return [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${this.folder}/host-key`,
      'PidFile none',
      'Subsystem sftp internal-sftp',
      own,
    ].join('\n');
  }

  private async listen(): Promise<void> {
    const child = spawn(SSHD, ['-D', '-e', '-f', join(this.folder, 'sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.server = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until('sshd listens', () => {
      if (child.exitCode !== null) throw new Error(said);
      return said.includes('Server listening');
    });
  }
}
