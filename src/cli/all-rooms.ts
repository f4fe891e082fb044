import type { Type } from '@nestjs/common';

import { AlertsModule } from '../alerts/alerts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BackgroundModule } from '../background/background.module.js';
import { ChangeFeedModule } from '../change-feed/change-feed.module.js';
import { FileImportModule } from '../file-import/file-import.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { DisclosuresModule } from '../privacy/disclosures/disclosures.module.js';
import { RetentionModule } from '../privacy/retention/retention.module.js';
import { ErasureModule } from '../privacy/erasure/erasure.module.js';
import { PrivacyExportModule } from '../privacy/export/privacy-export.module.js';
import { LegalHoldModule } from '../privacy/legal-hold/legal-hold.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { ConnectionsModule } from '../scim/connections/connections.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';

/** The rooms of a command that may change something. A process that announces facts must have their handlers. */
export const ALL_ROOMS: readonly Type[] = [
  ChangeFeedModule,
  BackgroundModule,
  TenancyModule,
  DisclosuresModule,
  UsersModule,
  FileImportModule,
  IdentityModule,
  ProgressModule,
  SubmissionsModule,
  SyncModule,
  AuditModule,
  AlertsModule,
  AuthModule,
  ConnectionsModule,
  RetentionModule,
  PrivacyExportModule,
  ErasureModule,
  LegalHoldModule,
];
