import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { Background } from '../background/background.js';
import { DatabaseClock } from '../database/connection/database-clock.js';

const ANSWER_TIMEOUT_MS = 2000;

interface DatabaseChecks {
  readonly database: string;
  readonly schema: string;
}

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  /** One entry for each requirement: `up`, or what is missing. */
  readonly checks: Readonly<Record<string, string>>;
}

/** The checks for an orchestrator or a load balancer. */
@Injectable()
export class HealthService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: DatabaseClock,
    background: Background,
  ) {
    background.each('database-clock', { run: () => clock.measure() });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.clock.measure();
  }

  beforeApplicationShutdown(): void {
    this.announceStop();
  }

  /** From now on this process is not ready, so that a balancer sends its requests elsewhere. */
  announceStop(): void {
    this.stopping = true;
  }

  async readiness(): Promise<Readiness> {
    const database = await this.checkDatabase();
    const checks = { ...database, process: this.stopping ? 'shutting down' : (this.clock.problem ?? 'up') };
    const isReady = Object.values(checks).every((found) => found === 'up');
    return { status: isReady ? 'ready' : 'not ready', checks };
  }

  private async checkDatabase(): Promise<DatabaseChecks> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DatabaseChecks>((resolve) => {
      timer = setTimeout(() => {
        resolve({ database: `no answer within ${ANSWER_TIMEOUT_MS} ms`, schema: 'unknown' });
      }, ANSWER_TIMEOUT_MS).unref();
    });
    const checked = this.queryDatabase().catch(() => ({ database: 'cannot be reached', schema: 'unknown' }));
    try {
      return await Promise.race([checked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async queryDatabase(): Promise<DatabaseChecks> {
    await this.clock.measure();
    return { database: 'up', schema: await this.checkSchema().catch(() => 'cannot be read') };
  }

  /** A process migrates when it starts, so this finds a database that was restored or created anew since. */
  private async checkSchema(): Promise<string> {
    const rows: { name: string }[] = await this.dataSource.query('SELECT `name` FROM `migrations`');
    const applied = new Set(rows.map(({ name }) => name));
    const missing = this.dataSource.migrations.flatMap(({ name = '' }) => (applied.has(name) ? [] : [name]));
    return missing.length === 0 ? 'up' : `lacks ${missing.join(', ')}; a restart applies what is missing`;
  }
}
