import { setImmediate as nextTurn } from 'node:timers/promises';

import type { EntityManager, QueryRunner } from 'typeorm';

/**
 * As much is sent without waiting for more: the server works on it while the rest of a large batch is made. With the statement
 * that crosses it (see `statementsOf`) a packet stays below max_allowed_packet (16 MiB on MariaDB), even quoted.
 */
const WORTH_SENDING = 64 * 1024;

type Parameters = readonly unknown[];

/** Gives the rows of a statement that was asked for; waits for them when they are not there yet. */
export type Answer<Row> = () => Promise<readonly Row[]>;

interface Asked {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Packet {
  readonly sql: readonly string[];
  readonly parameters: readonly unknown[];
  /** By the place of their statement. */
  readonly asked: ReadonlyMap<number, Asked>;
}

const ofManagers = new WeakMap<EntityManager, PendingStatements>();

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOf(one), 0) : 8;
}

/**
 * Statements of one transaction that nobody waits for. They are sent in one packet with the next statement whose answer
 * is wanted, at the latest with the COMMIT: a person's insert takes 3 round trips instead of 11, which is most of its
 * time. The server runs them in order and stops at the first that fails. A statement that is answered must be one.
 */
export class PendingStatements {
  private statements: string[] = [];
  private parameters: unknown[] = [];
  private asked = new Map<number, Asked>();
  private size = 0;
  /** What was sent ahead, or is about to be. */
  private ahead: Promise<unknown> = Promise.resolve();

  private constructor(private readonly send: QueryRunner['query']) {}

  /** Lets the runner's transactions use {@link later}; also START TRANSACTION waits for the first statement. */
  static gatherOn(runner: QueryRunner): void {
    const pending = new PendingStatements(runner.query.bind(runner));
    Object.assign(runner, { query: pending.query.bind(pending) });
    ofManagers.set(runner.manager, pending);
  }

  static of(manager: EntityManager): PendingStatements | undefined {
    return ofManagers.get(manager);
  }

  async add(sql: string, parameters: Parameters): Promise<void> {
    this.statements.push(sql);
    this.parameters.push(...parameters);
    this.size += sql.length + sizeOf(parameters);
    if (this.size <= WORTH_SENDING) return;
    this.sendAhead();
    // Lets the answers to earlier packets in, so that the server gets this one as soon as it is done with them.
    await nextTurn();
  }

  /** Asks with the next packet, whoever sends it. */
  ask<Row>(sql: string, parameters: Parameters): Answer<Row> {
    const place = this.statements.length;
    let isSent = false;
    const rows = new Promise<unknown>((resolve, reject) => {
      this.asked.set(place, { resolve, reject });
    }).finally(() => {
      isSent = true;
    });
    // Whoever sends the packet is told as well.
    rows.catch(() => undefined);
    this.statements.push(sql);
    this.parameters.push(...parameters);
    this.size += sql.length + sizeOf(parameters);
    return async () => {
      if (!isSent) await this.flush();
      return (await rows) as readonly Row[];
    };
  }

  async flush(): Promise<void> {
    const packet = this.take();
    if (packet.sql.length > 0) await this.sendPacket(packet);
  }

  private async query(sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
    if (sql === 'START TRANSACTION') return this.add(sql, parameters);
    if (sql === 'ROLLBACK') {
      await this.ahead.catch(() => undefined);
      const [first] = this.take().sql;
      return first === 'START TRANSACTION' ? undefined : this.send(sql);
    }
    // The query builder reads the answer of one statement.
    if (isStructured) {
      await this.flush();
      await this.ahead;
      return this.send(sql, parameters, true);
    }
    const { sql: before, parameters: given, asked } = this.take();
    const packet = { sql: [...before, sql], parameters: [...given, ...parameters], asked };
    return (await this.sendPacket(packet)).at(-1);
  }

  /** Whoever sends the next packet is told when this one fails. */
  private sendAhead(): void {
    this.ahead = this.sendPacket(this.take());
    this.ahead.catch(() => undefined);
  }

  /**
   * One after the other: a server that gave up the transaction would take the next packet for one without any.
   * @returns what the server answered to each of them
   */
  private async sendPacket({ sql, parameters, asked }: Packet): Promise<readonly unknown[]> {
    try {
      await this.ahead;
      const answer: unknown = await this.send(sql.join(';\n'), [...parameters]);
      const answers: readonly unknown[] = sql.length > 1 && Array.isArray(answer) ? answer : [answer];
      for (const [place, { resolve }] of asked) resolve(answers[place]);
      return answers;
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
      throw error;
    }
  }

  private take(): Packet {
    const { statements: sql, parameters, asked } = this;
    this.statements = [];
    this.parameters = [];
    this.asked = new Map();
    this.size = 0;
    return { sql, parameters, asked };
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

/** Asks something that is needed later, with the next statement that is sent; outside a transaction of {@link UnitOfWork} at once. */
export function ask<Row>(manager: EntityManager, sql: string, parameters: Parameters): Answer<Row> {
  const pending = PendingStatements.of(manager);
  if (pending !== undefined) return pending.ask(sql, parameters);
  const rows = manager.query<readonly Row[]>(sql, [...parameters]);
  rows.catch(() => undefined);
  return () => rows;
}
