import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { DataSourceOptions } from 'typeorm';

import { AlertWorkModule } from './alerts/alert-work.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { ADMIN_MODULES } from './admin/admin.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { SessionGuard } from './auth/sessions/session.guard.js';
import { BackgroundModule } from './background/background.module.js';
import { ChangeFeedModule } from './change-feed/change-feed.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Config } from './config/environment.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { FileImportModule } from './file-import/file-import.module.js';
import { HealthModule } from './health/health.module.js';
import { DecodablePath } from './http/server/decodable-path.js';
import { HttpModule } from './http/server/http.module.js';
import { JsonBodyGuard } from './http/server/json-body.guard.js';
import { UnknownRoutesModule } from './http/server/unknown-routes.module.js';
import { CredentialsGuard } from './tenancy/access/credentials.guard.js';
import { MatchModule } from './identity/match/match.module.js';
import { IDENTITY_MODULES, IdentityModule } from './identity/identity.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { DisclosureCallsModule } from './privacy/disclosures/disclosure-calls.module.js';
import { DisclosuresModule } from './privacy/disclosures/disclosures.module.js';
import { RetentionModule } from './privacy/retention/retention.module.js';
import { ErasureModule } from './privacy/erasure/erasure.module.js';
import { PrivacyExportModule } from './privacy/export/privacy-export.module.js';
import { LegalHoldModule } from './privacy/legal-hold/legal-hold.module.js';
import { ProgressModule } from './progress/progress.module.js';
import { RequestLogModule } from './request-log/request-log.module.js';
import { SandboxGuard } from './sandbox/sandbox.guard.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { SyncModule } from './sync/sync.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { USER_MODULES, UsersModule } from './users/users.module.js';
import { ENTITIES } from './schema.js';

/** The modules of the service. */
@Module({})
export class AppModule {
  static with(config: Config, database: DataSourceOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with(database, ENTITIES),
        EventsModule,
        BackgroundModule,
        EventEmitterModule.forRoot(),
        SecretsModule.with(),
        HttpModule,
        // The router tries one route after the other, so the most frequent calls come first.
        HealthModule,
        TenancyModule,
        ChangeFeedModule,
        DisclosuresModule,
        ...USER_MODULES,
        UsersModule,
        MatchModule,
        ...IDENTITY_MODULES,
        IdentityModule,
        ProgressModule,
        SubmissionsModule,
        SyncModule,
        ScimModule,
        AuditModule,
        FileImportModule,
        AuthModule,
        RequestLogModule,
        AlertsModule,
        AlertWorkModule,
        ...ADMIN_MODULES,
        DisclosureCallsModule,
        RetentionModule,
        SandboxModule,
        PrivacyExportModule,
        ErasureModule,
        LegalHoldModule,
        MetricsModule,
        UnknownRoutesModule,
      ],
      // The first guard refuses a route that declares no access.
      providers: [
        { provide: APP_GUARD, useExisting: CredentialsGuard },
        { provide: APP_GUARD, useExisting: SessionGuard },
        { provide: APP_GUARD, useExisting: SandboxGuard },
        { provide: APP_GUARD, useExisting: JsonBodyGuard },
        { provide: APP_GUARD, useExisting: DecodablePath },
      ],
    };
  }
}
