import { type DynamicModule, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { DataSourceOptions } from 'typeorm';

import { AlertsModule } from '../alerts/alerts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BackgroundModule } from '../background/background.module.js';
import { ChangeFeedModule } from '../change-feed/change-feed.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { DatabaseModule } from '../database/database.module.js';
import { EventsModule } from '../events/events.module.js';
import { FileImportModule } from '../file-import/file-import.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { DisclosuresModule } from '../privacy/disclosures/disclosures.module.js';
import { RetentionModule } from '../privacy/retention/retention.module.js';
import { ErasureModule } from '../privacy/erasure/erasure.module.js';
import { PrivacyExportModule } from '../privacy/export/privacy-export.module.js';
import { LegalHoldModule } from '../privacy/legal-hold/legal-hold.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { ConnectionsModule } from '../scim/connections/connections.module.js';
import type { AcceptedKeys } from '../secrets/known-keys.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { ENTITIES } from '../schema.js';

/** The services of the API, without HTTP. */
@Module({})
export class CliModule {
  static with(config: Config, database: DataSourceOptions, accepted: AcceptedKeys = 'known'): DynamicModule {
    return {
      module: CliModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with(database, ENTITIES),
        SecretsModule.with(accepted),
        EventsModule,
        ChangeFeedModule,
        BackgroundModule,
        TenancyModule,
        DisclosuresModule,
        UsersModule,
        FileImportModule,
        IdentityModule,
        ProgressModule,
        EventEmitterModule.forRoot(),
        SubmissionsModule,
        // A process that delivers events must have their handlers.
        SyncModule,
        AuditModule,
        AlertsModule,
        AuthModule,
        ConnectionsModule,
        RetentionModule,
        PrivacyExportModule,
        ErasureModule,
        LegalHoldModule,
      ],
    };
  }
}
