import { setImmediate as nextTurn } from 'node:timers/promises';

import type { EntityManager, QueryRunner } from 'typeorm';

import { quoted } from './format-sql.js';

/**
 * As much is sent without waiting for more: the server works on it while the rest of a large batch is made. With the statement
 * that crosses it (see `statementsOf`) a packet stays below max_allowed_packet (16 MiB on MariaDB), even quoted.
 */
const WORTH_SENDING = 64 * 1024;
/** The same while nothing may be sent yet. */
const WORTH_ANOTHER_PACKET = 2 * 1024 * 1024;

type Parameters = readonly unknown[];

interface Statement {
  readonly sql: string;
  /** None when they are in their places already. */
  readonly parameters: Parameters | undefined;
}

interface Packet {
  readonly statements: readonly Statement[];
  /** Hear that it failed. */
  readonly doubts: readonly (() => void)[];
}

const ofManagers = new WeakMap<EntityManager, PendingStatements>();

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOf(one), 0) : 8;
}

/**
 * Statements of one transaction that nobody waits for. They are sent in one packet with the next statement whose answer
 * is wanted, at the latest with the COMMIT: a person's insert takes 1 to 3 round trips instead of 11, which is most of its
 * time. The server runs them in order and stops at the first that fails. A statement that is answered must be one.
 */
export class PendingStatements {
  private statements: Statement[] = [];
  private doubts: (() => void)[] = [];
  private size = 0;
  private worthSending = WORTH_SENDING;
  /** What was sent ahead, or is about to be, or what must be done before. */
  private ahead: Promise<unknown> = Promise.resolve();
  private isAhead = false;
  /** Whether anything was sent, so that there is something to roll back. */
  private isBegun = false;

  private constructor(
    private readonly send: QueryRunner['query'],
    after: Promise<unknown> | undefined,
  ) {
    if (after === undefined) return;
    this.worthSending = WORTH_ANOTHER_PACKET;
    this.goFirst(after);
  }

  /**
   * Lets the runner's transactions use {@link later}; also START TRANSACTION waits for the first statement.
   * @param after what must have succeeded before anything is sent
   */
  static gatherOn(runner: QueryRunner, after?: Promise<unknown>): void {
    const pending = new PendingStatements(runner.query.bind(runner), after);
    Object.assign(runner, { query: pending.query.bind(pending) });
    ofManagers.set(runner.manager, pending);
  }

  static of(manager: EntityManager): PendingStatements | undefined {
    return ofManagers.get(manager);
  }

  async add(sql: string, parameters: Parameters): Promise<void> {
    this.push(sql, parameters);
    if (this.size > this.worthSending) this.sendAhead();
    // Lets the answers to earlier packets in, so that the server gets the next one as soon as it is done with them.
    if (this.isAhead) await nextTurn();
  }

  /**
   * Sends a statement that fails when something is not as the transaction assumes (see `failUnless`).
   * @param doubt hears that the packet failed, by this statement or another
   */
  assume(sql: string, parameters: Parameters, doubt: () => void): void {
    this.push(sql, parameters);
    this.doubts.push(doubt);
  }

  async flush(): Promise<void> {
    if (this.statements.length > 0) await this.sendPacket(this.take());
  }

  private async query(sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
    if (sql === 'START TRANSACTION') return this.add(sql, parameters);
    if (sql === 'ROLLBACK') {
      await this.ahead.catch(() => undefined);
      this.take();
      return this.isBegun ? this.send(sql) : undefined;
    }
    // The query builder reads the answer of one statement.
    if (isStructured) {
      await this.flush();
      await this.ahead;
      this.isBegun = true;
      return this.send(sql, parameters, true);
    }
    this.push(sql, parameters);
    return (await this.sendPacket(this.take())).at(-1);
  }

  /** Whoever sends the next packet is told when this one fails. */
  private sendAhead(): void {
    this.goFirst(this.sendPacket(this.take()));
  }

  private goFirst(ahead: Promise<unknown>): void {
    const done = (): void => {
      if (this.ahead === ahead) this.isAhead = false;
    };
    this.ahead = ahead;
    this.isAhead = true;
    ahead.then(done, done);
  }

  /**
   * One after the other: a server that gave up the transaction would take the next packet for one without any.
   * @returns what the server answered to each of them
   */
  private async sendPacket({ statements, doubts }: Packet): Promise<readonly unknown[]> {
    // A question mark in a text that was quoted already must not be taken for a place.
    const isQuoted = statements.some((one) => one.parameters === undefined);
    const texts = statements.map(({ sql, parameters }) => (isQuoted ? quoted(sql, parameters) : sql));
    const parameters = isQuoted ? [] : statements.flatMap((one) => one.parameters ?? []);
    try {
      await this.ahead;
      this.isBegun = true;
      const answer: unknown = await this.send(texts.join(';\n'), parameters);
      const answers: readonly unknown[] = statements.length > 1 && Array.isArray(answer) ? answer : [answer];
      return answers;
    } catch (error) {
      for (const doubt of doubts) doubt();
      throw error;
    }
  }

  /** What is put in its place while the server is at work with something else need not be while it waits. */
  private push(sql: string, parameters: Parameters): void {
    if (this.isAhead) {
      const text = quoted(sql, parameters);
      // Counting also makes one string of thousands of pieces: to copy those was a third of a bulk insert's CPU.
      this.size += Buffer.byteLength(text);
      this.statements.push({ sql: text, parameters: undefined });
    } else {
      this.size += sql.length + sizeOf(parameters);
      this.statements.push({ sql, parameters });
    }
  }

  private take(): Packet {
    const { statements, doubts } = this;
    this.statements = [];
    this.doubts = [];
    this.size = 0;
    return { statements, doubts };
  }
}

/**
 * Runs a statement whose answer nobody needs, with the next one that has an answer. What it throws is thrown there, and
 * at the latest by the commit; outside a transaction of {@link UnitOfWork} it runs at once.
 */
export async function later(manager: EntityManager, sql: string, parameters: Parameters): Promise<void> {
  const pending = PendingStatements.of(manager);
  if (pending === undefined) await manager.query(sql, [...parameters]);
  else await pending.add(sql, parameters);
}
