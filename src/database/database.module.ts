import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';

import { DatabaseClock } from './connection/database-clock.js';
import { CommitMarks } from './transaction/commit-marks.js';
import { CommitMarksRepository } from './transaction/commit-marks.repository.js';
import { FaultPoints } from './transaction/fault-points.js';
import { Leases } from './transaction/leases.js';
import { LostConnections } from './connection/lost-connections.js';
import { migrate } from './migrate.js';
import { ReadReplica } from './connection/read-replica.js';
import { UnitOfWork } from './transaction/unit-of-work.js';

type Entities = NonNullable<DataSourceOptions['entities']>;

const SERVICES = [
  UnitOfWork,
  CommitMarks,
  CommitMarksRepository,
  ReadReplica,
  Leases,
  LostConnections,
  DatabaseClock,
  FaultPoints,
];

/** The connection pool. The schema is migrated before the pool is used. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param entities all entities; the rooms that own them are above this one, which must not import them */
  static with(options: DataSourceOptions, entities: Entities): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // An error is thrown at once, and not logged here: the process says in a sentence why it does not start.
          useFactory: () => ({ ...options, entities, toRetry: () => false }),
          dataSourceFactory: async (given) => {
            const dataSource = await new DataSource(given ?? { ...options, entities }).initialize();
            await migrate(dataSource);
            return dataSource;
          },
        }),
      ],
      providers: SERVICES,
      exports: SERVICES,
    };
  }
}
