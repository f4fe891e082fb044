import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../transaction/database-errors.js';
import type { ConnectionTarget } from './connection-target.js';
import type { Sessions } from './server-sessions.js';
import { LineLogger } from '../../log-lines/line-logger.js';

const CHECK_MS = 500;
/** After this long without a byte, the server is asked whether it still executes the statement. */
const ASK_AFTER_MS = 1500;
/** The longest time without a byte while the server says that it executes the statement, or cannot be asked. */
export const LONGEST_SILENCE_MS = 30_000;
/** The same while the schema is changed, which may copy tables of many millions of rows. */
export const LONGEST_SILENCE_OF_LONG_WORK_MS = 6 * 60 * 60_000;

/** What the watch needs to know of a connection of a pool. */
export interface WatchedConnection {
  readonly target: ConnectionTarget;
  /** Its session number at the server. */
  readonly session: number;
  /**
   * The command that waits for an answer. Undefined when none does, and when the answer waits to be read by this
   * process.
   */
  awaited(): object | undefined;
  /** How many bytes it has sent and received so far. */
  moved(): number;
  /** Fails the statements that wait on the connection, as when the server is lost. */
  cut(): void;
}

interface Silence {
  readonly awaited: object;
  readonly moved: number;
  readonly ms: number;
  /** Whether the server executed nothing when it was last asked. */
  readonly isIdle: boolean;
}

/**
 * Bounds how long a statement waits for its answer. One connection may fall silent while others work: a `KILL QUERY`
 * that arrives between two statements of a packet makes both server families end the packet without an answer
 * (docs/decisions/0041), and a firewall may drop the packets of one connection. Every statement of a pool is watched,
 * whichever caller sent it.
 */
export class StatementWatch {
  private readonly logger = new LineLogger(StatementWatch.name);
  private readonly connections = new Set<WatchedConnection>();
  private silences = new Map<WatchedConnection, Silence>();
  private readonly checking: PeriodicTask;
  private isAsking = false;

  /** @param isLongWork whether statements may take long now */
  constructor(
    private readonly sessions: Sessions,
    private readonly isLongWork: () => boolean,
  ) {
    this.checking = new PeriodicTask(
      () => {
        this.check();
      },
      (error) => {
        this.logger.error({ msg: 'waiting statements were not checked', ...explain(error) });
      },
    );
    this.checking.start(CHECK_MS);
  }

  add(connection: WatchedConnection): void {
    this.connections.add(connection);
  }

  remove(connection: WatchedConnection): void {
    this.connections.delete(connection);
    this.silences.delete(connection);
  }

  end(): void {
    void this.checking.stop();
  }

  /** Counted in steps, not by the clock: when the process was suspended, only one step counts as waited. */
  private check(): void {
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
        isSame ? { ...before, ms: before.ms + CHECK_MS } : { awaited, moved, ms: 0, isIdle: false },
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
      for (const connection of there) this.checkIdle(connection, idle.has(connection.session));
    }
    this.isAsking = false;
  }

  /** The server must be idle twice: at the first check the statement, or its answer, may still be on its way. */
  private checkIdle(connection: WatchedConnection, isIdle: boolean): void {
    const silence = this.silences.get(connection);
    if (silence === undefined || silence.ms < ASK_AFTER_MS) return;
    if (connection.awaited() !== silence.awaited || connection.moved() !== silence.moved) return;
    if (isIdle && silence.isIdle) this.giveUp(connection, 'the server is not at work on it');
    else this.silences.set(connection, { ...silence, isIdle });
  }

  /** Also ends the session: the server may not notice that the connection was cut, and would keep its row locks. */
  private giveUp(connection: WatchedConnection, reason: string): void {
    this.logger.warn({ msg: 'a statement got no answer; its connection was cut', reason });
    this.remove(connection);
    connection.cut();
    void this.sessions.end(connection.target, connection.session);
  }
}
