import mysql from 'mysql2/promise';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { runningTime } from '../../concurrency/running-time.js';
import { explain } from '../transaction/database-errors.js';
import type { ConnectionTarget } from './connection-target.js';
import { LineLogger } from '../../log-lines/line-logger.js';

const ASK_EVERY_MS = 500;

/** The server that is watched, and what is done when it is silent. */
export interface Watched {
  /** The server that is used now. */
  target(): ConnectionTarget;
  /** How many bytes all other connections have received so far. */
  received(): number;
  /** Called when a server that used to answer no longer does. */
  onSilence(): void;
}

/**
 * Detects a server that keeps its connections open but answers on none, and distinguishes it from one that executes a
 * long statement. Its process may be frozen, or its machine off, and no statement fails. A separate connection is
 * pinged every half second. A server that refuses the connection, or that answers on any other connection, is not
 * silent.
 */
export class SilenceDetector {
  private readonly logger = new LineLogger(SilenceDetector.name);
  private connection: mysql.Connection | undefined;
  private asked: ConnectionTarget | undefined;
  private silent = false;
  private readonly asking = new PeriodicTask(
    () => this.listen(),
    (error) => {
      this.logger.error({ msg: 'the database was not pinged', ...explain(error) });
    },
  );

  /** @param answerMs a server that answers nothing for so long is silent */
  constructor(
    private readonly answerMs: number,
    private readonly watched: Watched,
  ) {}

  get isSilent(): boolean {
    return this.silent;
  }

  /** Pings until {@link end}. */
  watch(): void {
    this.asking.start(ASK_EVERY_MS);
  }

  end(): void {
    void this.asking.stop();
    this.forget();
  }

  private async listen(): Promise<void> {
    const wasSilent = this.silent;
    this.silent = !(await this.responds());
    if (this.silent && !wasSilent) this.watched.onSilence();
  }

  private async responds(): Promise<boolean> {
    const before = this.watched.received();
    const over = new AbortController();
    const late = runningTime(this.answerMs, over.signal).catch(() => undefined);
    const isAnswered = await Promise.race([this.ask(), late.then(() => undefined)]);
    over.abort();
    if (isAnswered === undefined) this.forget();
    return isAnswered ?? this.watched.received() !== before;
  }

  /** @returns false when a new connection was not answered; never rejects */
  private async ask(): Promise<boolean> {
    try {
      await (await this.connected()).ping();
      return true;
    } catch (error) {
      this.forget();
      return !(error instanceof Object && 'code' in error && error.code === 'ETIMEDOUT');
    }
  }

  private async connected(): Promise<mysql.Connection> {
    const target = this.watched.target();
    if (this.connection !== undefined && this.asked === target) return this.connection;
    this.forget();
    const connection = await mysql.createConnection({ ...target, connectTimeout: 2 * this.answerMs });
    // The next ping meets the error that ended the connection.
    connection.on('error', () => undefined);
    if (this.asking.isStopping) connection.destroy();
    // An earlier attempt that was given up may have connected meanwhile.
    this.forget();
    this.connection = connection;
    this.asked = target;
    return connection;
  }

  private forget(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}
