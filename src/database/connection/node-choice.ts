import mysql from 'mysql2/promise';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../transaction/database-errors.js';
import type { ConnectionTarget, ConnectionTargets, Place } from './connection-target.js';
import { isUsableNode } from './node-state.js';
import { LineLogger } from '../../log-lines/line-logger.js';

const CONNECT_MS = 1000;
const WATCH_MS = 1000;

/** Called when another node is used from now on; `lost` is the former node if it became unusable. */
export type OnMove = (lost: Place | undefined) => void;

/**
 * Chooses the node of a list that is used: the first, in the order of the list, that answers and may be used. The nodes
 * are checked every second and whenever a connection fails, so that all processes with the same list use the same node.
 * Two nodes that are both written to do not see each other's row locks; see docs/databases.md.
 */
export class NodeChoice {
  private readonly logger = new LineLogger(NodeChoice.name);
  private chosen = 0;
  private choosing: Promise<boolean> | undefined;
  private readonly checking = new PeriodicTask(
    () => this.choose(),
    (error) => {
      this.logger.error({ msg: 'the nodes of the database were not checked', ...explain(error) });
    },
  );

  constructor(
    private readonly targets: ConnectionTargets,
    private readonly forWriting: boolean,
    private readonly onMove: OnMove = () => undefined,
  ) {}

  get current(): ConnectionTarget {
    return this.targets[this.chosen] ?? this.targets[0];
  }

  isCurrent({ host, port }: Partial<Place>): boolean {
    return host === this.current.host && port === this.current.port;
  }

  /**
   * Checks the nodes in their order.
   * @returns whether one can be used; if none can, the choice stays as it is
   */
  choose(): Promise<boolean> {
    return (this.choosing ??= this.find().finally(() => {
      this.choosing = undefined;
    }));
  }

  /** Checks the nodes periodically until {@link end}. */
  watch(): void {
    this.checking.start(WATCH_MS);
  }

  end(): void {
    void this.checking.stop();
  }

  private async find(): Promise<boolean> {
    const [first, ...others] = this.targets;
    const isFirst = await this.isUsable(first);
    // All at once: each one that is silent takes a second.
    const checks = isFirst ? [] : others.map((target) => this.isUsable(target));
    const states = [isFirst, ...checks];
    for (const [index, isUsable] of states.entries())
      if (await isUsable) {
        this.moveTo(index);
        return true;
      }
    return false;
  }

  /** Moves to a later node only when the former one is unusable. */
  private moveTo(index: number): void {
    const former = this.chosen;
    if (index === former) return;
    const lost = index > former ? this.current : undefined;
    this.chosen = index;
    this.onMove(lost);
  }

  private async isUsable({ host, port, user, password, ssl }: ConnectionTarget): Promise<boolean> {
    let connection: mysql.Connection | undefined;
    try {
      const tls = ssl === undefined ? {} : { ssl };
      connection = await mysql.createConnection({
        host,
        port,
        user,
        password,
        ...tls,
        connectTimeout: CONNECT_MS,
      });
      return await isUsableNode(connection, this.forWriting);
    } catch {
      return false;
    } finally {
      connection?.destroy();
    }
  }
}
