import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const PING_MS = 2000;

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  /** One entry per thing that must be there; `up`, or what is missing. */
  readonly checks: Readonly<Record<string, string>>;
}

/** What an orchestrator asks. */
@Injectable()
export class HealthService implements BeforeApplicationShutdown {
  private stopping = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  async readiness(): Promise<Readiness> {
    const database = await this.pingDatabase();
    const ready = database === 'up' && !this.stopping;
    return {
      status: ready ? 'ready' : 'not ready',
      checks: { database, process: this.stopping ? 'shutting down' : 'up' },
    };
  }

  private async pingDatabase(): Promise<string> {
    const late = new Promise<string>((resolve) =>
      setTimeout(() => {
        resolve(`no answer within ${PING_MS} ms`);
      }, PING_MS).unref(),
    );
    const ping = this.dataSource.query('SELECT 1').then(
      () => 'up',
      () => 'cannot be reached',
    );
    return Promise.race([ping, late]);
  }
}
