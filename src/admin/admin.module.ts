import { Module } from '@nestjs/common';

import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActorLabels } from './actor-labels.js';
import { AdministratorsController } from './administrators/administrators.controller.js';
import { AdministratorsService } from './administrators/administrators.service.js';
import { AuditController } from './audit/audit.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { KeysService } from './keys/keys.service.js';
import { AdminConnectorsController } from './connectors/connectors.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { AdminDiscrepanciesController } from './discrepancies/discrepancies.controller.js';
import { AdminDiscrepanciesService } from './discrepancies/discrepancies.service.js';
import { AdminHoldsController } from './holds/holds.controller.js';
import { AdminHoldsService } from './holds/holds.service.js';
import { AdminMappingsController } from './mappings/mappings.controller.js';
import { AdminMappingsService } from './mappings/mappings.service.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { AdminProgressController } from './progress/progress.controller.js';
import { AdminProgressService } from './progress/progress.service.js';
import { AdminQueueController } from './queue/queue.controller.js';
import { AdminQueueService } from './queue/queue.service.js';
import { AdminRequestsController } from './requests/requests.controller.js';
import { AdminRequestsService } from './requests/requests.service.js';
import { StudentNames } from './student-names.js';
import { AdminTemplatesController } from './templates/templates.controller.js';
import { AdminTemplatesService } from './templates/templates.service.js';
import { AdminUsersController } from './users/users.controller.js';
import { AdminUsersService } from './users/users.service.js';

/** The calls of the administration pages: they combine the other rooms and own no table. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    ProgressModule,
    RequestsModule,
    SubmissionsModule,
    SyncModule,
    TenancyModule,
    UsersModule,
  ],
  controllers: [
    KeysController,
    SettingsController,
    AdministratorsController,
    AuditController,
    AdminConnectorsController,
    AdminDiscrepanciesController,
    AdminHoldsController,
    AdminMappingsController,
    AdminProgressController,
    AdminQueueController,
    AdminRequestsController,
    OverviewController,
    AdminTemplatesController,
    AdminUsersController,
  ],
  providers: [
    ActorLabels,
    KeysService,
    SettingsService,
    AdministratorsService,
    StudentNames,
    AdminDiscrepanciesService,
    AdminHoldsService,
    AdminMappingsService,
    AdminProgressService,
    AdminQueueService,
    AdminRequestsService,
    OverviewService,
    AdminTemplatesService,
    AdminUsersService,
  ],
})
export class AdminModule {}
