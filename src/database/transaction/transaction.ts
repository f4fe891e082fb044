import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ResultSetHeader } from 'mysql2';
import type { EntityManager, QueryRunner } from 'typeorm';

import { namingStatement } from './database-errors.js';
import { Packet } from './packet.js';
import type { Writer } from './reader.js';

/** As much is sent without waiting for more: the server works on it while the rest of a large batch is made. */
const WORTH_SENDING = 64 * 1024;
/**
 * The same while something else must be done first. With the statement that crosses it (see `statementsOf`) a packet
 * stays below max_allowed_packet (16 MiB on MariaDB), even with every value escaped.
 */
const WORTH_ANOTHER_PACKET = 2 * 1024 * 1024;

/**
 * One transaction on one connection, begun by the first statement that is sent and ended by {@link UnitOfWork}.
 *
 * - `read` and `execute` are answered at once.
 * - `write` and `assume` wait, and travel with the next statement that is answered, at the latest with the COMMIT.
 * - An error names the statement that failed, which may be an earlier one than the one that was awaited.
 */
export class Transaction implements Writer {
  private packet = new Packet(false);
  /** What has to succeed before the next packet is sent; once it failed, nothing is sent any more. */
  private ahead: Promise<unknown> | undefined;
  /** Whether anything was sent, so that there is something to roll back. */
  private isBegun = false;

  /** @param after what has to succeed before anything is sent */
  constructor(
    private readonly runner: QueryRunner,
    after?: Promise<unknown>,
  ) {
    // TypeORM refuses a locking read unless it knows of a transaction. Its own START TRANSACTION would be a round trip.
    Object.assign(runner, { isTransactionActive: true });
    if (after !== undefined) this.follow(after);
    this.packet.add('START TRANSACTION', []);
  }

  /** The rows of one SELECT. */
  async read<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.answerTo(sql, parameters)) as Row[];
  }

  /** A write whose answer the caller needs: how many rows it found, or the value of LAST_INSERT_ID. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<ResultSetHeader> {
    return (await this.answerTo(sql, parameters)) as ResultSetHeader;
  }

  /**
   * A write whose answer the caller does not need. Large ones are sent ahead; that one of them failed is thrown by
   * what follows, at the latest by the commit.
   */
  async write(sql: string, parameters: readonly unknown[] = []): Promise<void> {
    this.packet.add(sql, parameters);
    if (this.packet.size > (this.ahead === undefined ? WORTH_SENDING : WORTH_ANOTHER_PACKET))
      this.follow(this.send(this.take()));
    // Lets the answers to earlier packets in, so that the server gets the next one as soon as it is done with them.
    if (this.ahead !== undefined) await nextTurn();
  }

  /**
   * Has the server check what the step takes for granted, by a statement that overflows when it is not so (see
   * `failUnless`). Then the transaction fails with {@link WrongAssumption}, and the step runs again.
   * @param doubt hears that the packet failed, by this statement or another, so that the next attempt looks first
   */
  assume(sql: string, parameters: readonly unknown[], doubt: () => void): void {
    this.packet.add(sql, parameters, doubt);
  }

  /** TypeORM's own find, insert, update and delete, each a round trip of its own. */
  async entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (!this.packet.isEmpty) await this.send(this.take());
    await this.ahead;
    try {
      return await work(this.runner.manager);
    } catch (error) {
      throw namingStatement(error);
    }
  }

  async commit(): Promise<void> {
    await this.answerTo('COMMIT', []);
  }

  async rollback(): Promise<void> {
    await this.ahead?.catch(() => undefined);
    if (this.isBegun) await this.runner.query('ROLLBACK');
  }

  private answerTo(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    this.packet.add(sql, parameters);
    return this.send(this.take());
  }

  private take(): Packet {
    const { packet } = this;
    this.packet = new Packet(false);
    return packet;
  }

  /** What is written from now on is sent behind this. */
  private follow(ahead: Promise<unknown>): void {
    this.ahead = ahead;
    this.packet = new Packet(true);
    const done = (): void => {
      if (this.ahead === ahead) this.ahead = undefined;
    };
    // A failure is heard where it is awaited: before the next packet.
    ahead.then(done, () => undefined);
  }

  /**
   * One packet after the other: a server that gave up the transaction would take the next packet for one without any.
   * @returns what the server answered to the last statement
   */
  private async send(packet: Packet): Promise<unknown> {
    try {
      await this.ahead;
      this.isBegun = true;
      return packet.lastAnswer(await this.query(packet));
    } catch (error) {
      packet.doubtAssumptions();
      throw error;
    }
  }

  private async query(packet: Packet): Promise<unknown> {
    try {
      const { sql, parameters } = packet.toQuery();
      return await this.runner.query(sql, parameters);
    } catch (error) {
      throw packet.failure(error);
    }
  }
}
