import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'mysql2';
import { DataSource } from 'typeorm';

import { explain } from '../transaction/database-errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';

type Listener = () => Promise<void>;

/** Counts the connections of a pool that ended, and reports when a new one is made after that. */
class Ends {
  count = 0;
  private reported = 0;
  readonly listeners: Listener[] = [];
  private readonly logger = new LineLogger('database');

  /** A listener that fails is called again with the next connection. */
  notify(): void {
    if (this.reported === this.count) return;
    this.reported = this.count;
    for (const listener of this.listeners)
      listener().catch((error: unknown) => {
        this.reported = -1;
        this.logger.warn({
          msg: 'what follows a lost connection failed; it is tried again with the next one',
          ...explain(error),
        });
      });
  }
}

const ofPools = new WeakMap<object, Ends>();

/** @returns the function to call for each connection that ended */
export function countEnds(pool: Pool): () => void {
  const ends = new Ends();
  ofPools.set(pool, ends);
  pool.on('connection', () => {
    ends.notify();
  });
  return () => {
    ends.count += 1;
  };
}

function endsOf({ driver }: DataSource): Ends {
  const pool: unknown = Reflect.get(driver, 'pool');
  const ends = typeof pool === 'object' && pool !== null ? ofPools.get(pool) : undefined;
  if (ends === undefined) throw new Error('The connections of this pool are not counted');
  return ends;
}

/**
 * Says whether data that this process cached from the database may still be correct. An asynchronous replica that
 * replaces its primary lacks the last commits, acknowledged ones included. A process cannot reach another server
 * without losing its connections. So cached rows stay valid until a connection ends.
 */
@Injectable()
export class LostConnections {
  private readonly ends: Ends;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.ends = endsOf(dataSource);
  }

  /** How many connections ended since the process started. */
  get count(): number {
    return this.ends.count;
  }

  /** Registers a listener that is called when a connection is made after others ended. */
  onReturn(listener: Listener): void {
    this.ends.listeners.push(listener);
  }
}
