import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { ClockDiffers } from '../../errors/request.errors.js';
import { NOW_MS } from '../transaction/leases.js';
import { clockDifference, problemOfClock } from './clock-difference.js';
import { LostConnections } from './lost-connections.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/**
 * Compares the clock of this process with that of the database, which all processes share. Processes compare moments
 * that others have written, such as the ends of leases. The clocks of tenants are set apart from both.
 */
@Injectable()
export class DatabaseClock {
  private readonly logger = new LineLogger('database');
  private ahead = 0;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    lost: LostConnections,
  ) {
    // The next connection may be to another server.
    lost.onReturn(() => this.measure());
  }

  /** Milliseconds by which the clock of this process was ahead at the last measurement; negative when it was behind. */
  get aheadMs(): number {
    return this.ahead;
  }

  /** What is wrong with the clock; undefined when it differs by a second at most. */
  get problem(): string | undefined {
    return problemOfClock(this.ahead);
  }

  /** Whether the clock differs by a second at most; a clock that did not is measured again. */
  async isRight(): Promise<boolean> {
    if (this.problem !== undefined) await this.measure();
    return this.problem === undefined;
  }

  /** @throws {ClockDiffers} when the clock differs by more than a second */
  async demand(): Promise<void> {
    if (!(await this.isRight())) throw new ClockDiffers();
  }

  async measure(): Promise<void> {
    const [askedAt, began] = [Date.now(), performance.now()];
    const rows: { now: number }[] = await this.dataSource.query(`SELECT ${NOW_MS} AS \`now\``);
    const was = this.problem;
    const databaseNow = Number(rows[0]?.now);
    this.ahead = clockDifference({ askedAt, tookMs: performance.now() - began, databaseNow });
    if ((this.problem === undefined) === (was === undefined)) return;
    if (this.problem === undefined) this.logger.log({ msg: 'the clock of this process is right again' });
    else this.logger.error({ msg: 'this process hands out nothing', reason: this.problem });
  }
}
