import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Connection } from 'rabbitmq-client';

import { freePorts } from '../../../bench/support/ports.js';
import { Program } from '../../../bench/support/program.js';
import { installWithoutService } from '../../support/install-without-service.js';
import { until } from '../../support/until.js';

/** The program itself; that of the search path changes to the user of the system's own broker. */
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const START_LIMIT_MS = 120_000;

/**
 * Installs the distribution's RabbitMQ when it is missing and permitted, without its service being started.
 * @returns whether there is one; if not, a line on stderr says so
 */
export async function ensureRabbit(): Promise<boolean> {
  if (existsSync(PROGRAM)) return true;
  const reason = 'No RabbitMQ was found; installing the distribution’s with apt-get.';
  await installWithoutService('rabbitmq-server', reason);
  if (!existsSync(PROGRAM))
    process.stderr.write(
      'NOT RUN: the tests with RabbitMQ. It is not on this machine and may not be installed.\n',
    );
  return existsSync(PROGRAM);
}

/** A RabbitMQ for one test, on loopback, with a port mapper of its own; its messages outlive it. */
export class Broker {
  private program: Program | undefined;

  private constructor(
    private readonly folder: string,
    private readonly ports: { readonly amqp: number; readonly dist: number; readonly names: number },
    private readonly mapper: Program,
  ) {}

  static async start(folder: string): Promise<Broker> {
    const [amqp = 0, dist = 0, names = 0] = await freePorts(3);
    await mkdir(join(folder, 'mnesia'), { recursive: true });
    await writeFile(join(folder, 'rabbitmq.conf'), `listeners.tcp.default = 127.0.0.1:${amqp}\n`);
    await writeFile(join(folder, 'enabled_plugins'), '[].\n');
    // The broker would start one that outlives it.
    const mapper = Program.start('epmd', ['epmd', '-address', '127.0.0.1', '-port', String(names)], {
      log: join(folder, 'epmd.log'),
    }).ignoreOutput();
    const broker = new Broker(folder, { amqp, dist, names }, mapper);
    await broker.startAgain();
    return broker;
  }

  get url(): string {
    return `amqp://guest:guest@127.0.0.1:${this.ports.amqp}`;
  }

  async startAgain(): Promise<void> {
    const { PATH } = process.env;
    const { amqp, dist, names } = this.ports;
    this.program = Program.start('RabbitMQ', [PROGRAM], {
      log: join(this.folder, 'broker.log'),
      env: {
        PATH,
        HOME: this.folder,
        // Otherwise the program runs in a child of its script, which would outlive a test that is killed.
        RABBITMQ_ALLOW_INPUT: 'true',
        ERL_EPMD_ADDRESS: '127.0.0.1',
        ERL_EPMD_PORT: String(names),
        RABBITMQ_NODENAME: `test${amqp}@localhost`,
        RABBITMQ_DIST_PORT: String(dist),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 -noinput',
        RABBITMQ_CONFIG_FILE: join(this.folder, 'rabbitmq.conf'),
        RABBITMQ_CONF_ENV_FILE: join(this.folder, 'none.conf'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(this.folder, 'enabled_plugins'),
        RABBITMQ_MNESIA_BASE: join(this.folder, 'mnesia'),
        RABBITMQ_LOG_BASE: this.folder,
        RABBITMQ_LOGS: join(this.folder, 'rabbitmq.log'),
        RABBITMQ_PID_FILE: join(this.folder, 'pid'),
      },
    }).ignoreOutput();
    await this.untilAnswering(this.program);
  }

  /**
   * Stops and starts it in order. RabbitMQ 3.10 keeps the list of its quorum queues in memory for some time: killed
   * within seconds of a queue's first declaration, it never finds a leader for that queue again.
   */
  async restart(): Promise<void> {
    await this.program?.stop('SIGTERM');
    await this.startAgain();
  }

  async kill(): Promise<void> {
    await this.program?.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.mapper.stop('SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private async untilAnswering(program: Program): Promise<void> {
    const answers = async (): Promise<boolean> => {
      const connection = new Connection({ url: this.url, retryLow: 60_000, connectionTimeout: 2000 });
      const isThere = await new Promise<boolean>((resolve) => {
        connection.once('connection', () => {
          resolve(true);
        });
        connection.on('error', () => {
          resolve(false);
        });
      });
      connection.unsafeDestroy();
      return isThere;
    };
    const isOver = async (): Promise<boolean> => !program.isRunning || (await answers());
    await until('RabbitMQ answers', isOver, { within: START_LIMIT_MS });
    if (!program.isRunning)
      throw new Error(`RabbitMQ ended before it was ready; see ${join(this.folder, 'broker.log')}`);
  }
}
