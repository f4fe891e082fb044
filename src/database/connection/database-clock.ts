import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { ClockDiffers } from '../../errors/request.errors.js';
import { NOW_MS } from '../transaction/leases.js';
import { LostConnections } from './lost-connections.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** Leases are given for 5 seconds at least, and one process ends what another one has given. */
const MOST_APART_MS = 1000;

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
    if (Math.abs(this.ahead) <= MOST_APART_MS) return undefined;
    const seconds = (Math.abs(this.ahead) / 1000).toFixed(1);
    return `its clock is ${seconds} s ${this.ahead > 0 ? 'ahead of' : 'behind'} that of the database`;
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

  /** The time that the answer took is no difference: the database has read its clock at some moment of it. */
  async measure(): Promise<void> {
    const [before, began] = [Date.now(), performance.now()];
    const rows: { now: number }[] = await this.dataSource.query(`SELECT ${NOW_MS} AS \`now\``);
    const atLeast = before - Number(rows[0]?.now);
    const atMost = atLeast + performance.now() - began;
    const was = this.problem;
    this.ahead = atLeast > 0 ? atLeast : Math.min(0, atMost);
    if ((this.problem === undefined) === (was === undefined)) return;
    if (this.problem === undefined) this.logger.log({ msg: 'the clock of this process is right again' });
    else this.logger.error({ msg: 'this process hands out nothing', reason: this.problem });
  }
}
