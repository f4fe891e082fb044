import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { DataSourceOptions } from 'typeorm';

import { ConfigModule } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { DatabaseModule } from '../database/database.module.js';
import { EventsModule } from '../events/events.module.js';
import { NoFactsModule } from '../events/no-facts.module.js';
import { ENTITIES } from '../schema.js';
import type { AcceptedKeys } from '../secrets/known-keys.js';
import { SecretsModule } from '../secrets/secrets.module.js';

/** The services of the API, without HTTP. */
@Module({})
export class CliModule {
  /** @param rooms those of a command that only reads; all of them when omitted */
  static async with(
    config: Config,
    database: DataSourceOptions,
    { serverKey = 'known', rooms }: { serverKey?: AcceptedKeys; rooms?: readonly Type[] } = {},
  ): Promise<DynamicModule> {
    const chosen =
      rooms === undefined
        ? [EventsModule, ...(await import('./all-rooms.js')).ALL_ROOMS]
        : [NoFactsModule, ...rooms];
    return {
      module: CliModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with(database, ENTITIES),
        SecretsModule.with(serverKey),
        EventEmitterModule.forRoot(),
        ...chosen,
      ],
    };
  }
}
