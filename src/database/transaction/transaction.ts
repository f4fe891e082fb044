import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ResultSetHeader } from 'mysql2';
import type { EntityManager, QueryRunner } from 'typeorm';

import { namingStatement } from './database-errors.js';
import { Packet } from './packet.js';
import type { Writer } from './reader.js';

/**
 * A packet of this size is sent without waiting for more: the server executes it while the rest of a large batch is
 * built.
 */
const WORTH_SENDING = 64 * 1024;
/**
 * The same while the packet has to wait for earlier work. Even with the statement that exceeds it (see `statementsOf`),
 * and with every value escaped, a packet stays below max_allowed_packet (16 MiB on MariaDB).
 */
const WORTH_ANOTHER_PACKET = 2 * 1024 * 1024;

/** What is written just before a COMMIT, in the order in which every transaction locks it. */
const COMMIT_STEPS = ['stamp', 'counters', 'audit', 'mark'] as const;
type CommitStep = (typeof COMMIT_STEPS)[number];

/**
 * One transaction on one connection. The first statement that is sent begins it, and {@link UnitOfWork} ends it.
 *
 * - `read` and `execute` are sent at once and return the server's answer.
 * - `write` and `assume` wait, and are sent with the next `read` or `execute`, at the latest with the COMMIT.
 * - An error names the statement that failed, which may be an earlier one than the one that was awaited.
 */
export class Transaction implements Writer {
  private packet = new Packet(false);
  /** Must succeed before the next packet is sent. Once it failed, nothing more is sent. */
  private ahead: Promise<unknown> | undefined;
  /** Whether anything was sent, so that a rollback is needed. */
  private isBegun = false;
  private hasWrites = false;
  private readonly beforeCommits = new Map<CommitStep, (() => Promise<void>)[]>();
  private readonly afterCommit: (() => void)[] = [];

  /** @param after must succeed before anything is sent */
  constructor(
    private readonly runner: QueryRunner,
    after?: Promise<unknown>,
  ) {
    // TypeORM refuses a locking read unless this is set. Its own START TRANSACTION would be another round trip.
    Object.assign(runner, { isTransactionActive: true });
    if (after !== undefined) this.follow(after);
    this.packet.add('START TRANSACTION', []);
  }

  /** Whether anything was written, as far as can be known: TypeORM's own statements count. */
  get hasWritten(): boolean {
    return this.hasWrites;
  }

  /** The connection, once what must succeed before has succeeded. */
  async connection(): Promise<object> {
    await this.ahead;
    return (await this.runner.connect()) as object;
  }

  /** The rows of one SELECT. */
  async read<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.answerTo(sql, parameters)) as Row[];
  }

  /** A write whose answer the caller needs: the number of rows that it found, or the value of LAST_INSERT_ID. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<ResultSetHeader> {
    this.hasWrites = true;
    return (await this.answerTo(sql, parameters)) as ResultSetHeader;
  }

  /**
   * A write whose answer the caller does not need. Large writes are sent early. If one fails, a later call throws the
   * error, at the latest the commit.
   * @param answered called with the answer when it comes; the transaction may fail all the same
   */
  async write(
    sql: string,
    parameters: readonly unknown[] = [],
    answered?: (answer: ResultSetHeader) => void,
  ): Promise<void> {
    this.hasWrites = true;
    this.packet.add(sql, parameters, { answered });
    if (this.packet.size > (this.ahead === undefined ? WORTH_SENDING : WORTH_ANOTHER_PACKET))
      this.follow(this.send(this.take()));
    // Lets the answers to earlier packets arrive, so that the server gets the next packet as soon as it is done with
    // them.
    if (this.ahead !== undefined) await nextTurn();
  }

  /**
   * Lets the server check an assumption of the step, with a statement that overflows if it is wrong (see `failUnless`).
   * The transaction then fails with {@link WrongAssumption}, and the step runs again.
   * @param doubt called when the packet failed, by this statement or another, so that the next attempt reads first
   */
  assume(sql: string, parameters: readonly unknown[], doubt: () => void): void {
    this.packet.add(sql, parameters, { doubt });
  }

  /** TypeORM's own find, insert, update and delete. Each one is a round trip. */
  async entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.hasWrites = true;
    if (!this.packet.isEmpty) await this.send(this.take());
    await this.ahead;
    try {
      return await work(this.runner.manager);
    } catch (error) {
      throw namingStatement(error);
    }
  }

  /**
   * Runs this when the step is done, just before the COMMIT: what it locks is locked last, and for the shortest time.
   * What it writes travels with the COMMIT.
   * @param name its place among the {@link COMMIT_STEPS}
   */
  beforeCommit(step: () => Promise<void>, name: CommitStep): void {
    this.beforeCommits.set(name, [...(this.beforeCommits.get(name) ?? []), step]);
  }

  /** Calls this once the transaction is committed, and never when it is not. It must not throw. */
  onCommit(callback: () => void): void {
    this.afterCommit.push(callback);
  }

  async commit(): Promise<void> {
    for (const name of COMMIT_STEPS) for (const step of this.beforeCommits.get(name) ?? []) await step();
    await this.answerTo('COMMIT', []);
    for (const callback of this.afterCommit) callback();
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

  /** Later writes are sent after this. */
  private follow(ahead: Promise<unknown>): void {
    this.ahead = ahead;
    this.packet = new Packet(true);
    const done = (): void => {
      if (this.ahead === ahead) this.ahead = undefined;
    };
    // A failure is thrown where `ahead` is awaited: before the next packet.
    ahead.then(done, () => undefined);
  }

  /**
   * Packets are sent one after the other. If the server rolled back the transaction, it would execute the next packet
   * outside of any.
   * @returns the server's answer to the last statement
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
