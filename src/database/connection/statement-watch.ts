import { Logger } from '@nestjs/common';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../transaction/database-errors.js';
import type { ConnectionTarget } from './connection-target.js';
import type { Sessions } from './server-sessions.js';

const LOOK_MS = 500;
/** Without a byte for so long, the server is asked whether it is at work on the statement. */
const ASK_AFTER_MS = 1500;
/** As long a statement may go without a byte while the server says that it is at work on it, or cannot be asked. */
export const LONGEST_SILENCE_MS = 30_000;
/** The same while the schema is changed, which may copy tables of many millions of rows. */
export const LONGEST_SILENCE_OF_LONG_WORK_MS = 6 * 60 * 60_000;

/** A connection of a pool, as far as it is watched. */
export interface WatchedConnection {
  readonly target: ConnectionTarget;
  /** Its number among the server's sessions. */
  readonly session: number;
  /** What waits for an answer; undefined when nothing does, and when the answer waits for us to read it. */
  awaited(): object | undefined;
  /** How many bytes it has sent and received so far. */
  moved(): number;
  /** Fails whatever waits on it, as when the server is lost. */
  cut(): void;
}

interface Silence {
  readonly awaited: object;
  readonly moved: number;
  readonly ms: number;
  /** Whether the server was at work on nothing when it was last asked. */
  readonly isIdle: boolean;
}

/**
 * Lets no statement wait for ever. One connection may fall silent beside others that work: a `KILL QUERY` that lands
 * between two statements of a packet makes both server families end the packet without a word (docs/decisions/0041),
 * and a firewall may drop what is sent on one connection. Every statement of a pool is watched, from whichever caller.
 */
export class StatementWatch {
  private readonly logger = new Logger(StatementWatch.name);
  private readonly connections = new Set<WatchedConnection>();
  private silences = new Map<WatchedConnection, Silence>();
  private readonly looking: PeriodicTask;
  private isAsking = false;

  /** @param isLongWork whether statements may take long at the moment */
  constructor(
    private readonly sessions: Sessions,
    private readonly isLongWork: () => boolean,
  ) {
    this.looking = new PeriodicTask(
      () => {
        this.look();
      },
      (error) => {
        this.logger.error({ msg: 'statements that wait were not looked at', ...explain(error) });
      },
    );
    this.looking.start(LOOK_MS);
  }

  add(connection: WatchedConnection): void {
    this.connections.add(connection);
  }

  remove(connection: WatchedConnection): void {
    this.connections.delete(connection);
    this.silences.delete(connection);
  }

  end(): void {
    void this.looking.stop();
  }

  /** In steps, not by the clock: a process that stood still has waited for one step only. */
  private look(): void {
    this.silences = this.measure();
    const longest = this.isLongWork() ? LONGEST_SILENCE_OF_LONG_WORK_MS : LONGEST_SILENCE_MS;
    const doubtful: WatchedConnection[] = [];
    for (const [connection, { ms }] of this.silences)
      if (ms >= longest) this.giveUp(connection, 'no byte came for too long');
      else if (ms >= ASK_AFTER_MS) doubtful.push(connection);
    if (doubtful.length > 0 && !this.isAsking) void this.ask(doubtful);
  }

  private measure(): Map<WatchedConnection, Silence> {
    const silences = new Map<WatchedConnection, Silence>();
    for (const connection of this.connections) {
      const awaited = connection.awaited();
      if (awaited === undefined) continue;
      const moved = connection.moved();
      const before = this.silences.get(connection);
      const isSame = before?.awaited === awaited && before.moved === moved;
      silences.set(
        connection,
        isSame ? { ...before, ms: before.ms + LOOK_MS } : { awaited, moved, ms: 0, isIdle: false },
      );
    }
    return silences;
  }

  private async ask(doubtful: readonly WatchedConnection[]): Promise<void> {
    this.isAsking = true;
    for (const target of new Set(doubtful.map((connection) => connection.target))) {
      const there = doubtful.filter((connection) => connection.target === target);
      const idle = await this.sessions.idle(
        target,
        there.map(({ session }) => session),
      );
      for (const connection of there) this.judge(connection, idle.has(connection.session));
    }
    this.isAsking = false;
  }

  /** Twice idle: the first time the statement, or its answer, may still have been on its way. */
  private judge(connection: WatchedConnection, isIdle: boolean): void {
    const silence = this.silences.get(connection);
    if (silence === undefined || silence.ms < ASK_AFTER_MS) return;
    if (connection.awaited() !== silence.awaited || connection.moved() !== silence.moved) return;
    if (isIdle && silence.isIdle) this.giveUp(connection, 'the server is not at work on it');
    else this.silences.set(connection, { ...silence, isIdle });
  }

  /** The server may not hear that the connection is cut, and would keep what the session holds until it does. */
  private giveUp(connection: WatchedConnection, reason: string): void {
    this.logger.warn({ msg: 'a statement got no answer; its connection was cut', reason });
    this.remove(connection);
    connection.cut();
    void this.sessions.end(connection.target, connection.session);
  }
}
