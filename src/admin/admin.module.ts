import { Module } from '@nestjs/common';

import { AlertsModule } from '../alerts/alerts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { FeedModule } from '../feed/feed.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { ConnectionsModule } from '../scim/connections/connections.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActorLabels } from '../actors/actor-labels.js';
import { AdministratorsController } from './administrators/administrators.controller.js';
import { AdministratorsService } from './administrators/administrators.service.js';
import { AdminAlertsController } from './alerts/alerts.controller.js';
import { AdminAlertsService } from './alerts/alerts.service.js';
import { AdminAuditService } from './audit/audit.service.js';
import { AuditController } from './audit/audit.controller.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { KeptMappingsController } from './files/kept-mappings.controller.js';
import { AdminKeptMappingsService } from './files/kept-mappings.service.js';
import { HandoversController } from './keys/handovers.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { KeysService } from './keys/keys.service.js';
import { AdminConnectionsController } from './connections/connections.controller.js';
import { AdminConnectionsService } from './connections/connections.service.js';
import { AdminConflictsController } from './conflicts/conflicts.controller.js';
import { AdminConflictsService } from './conflicts/conflicts.service.js';
import { AdminConnectorsController } from './connectors/connectors.controller.js';
import { AdminConnectorsService } from './connectors/connectors.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from '../progress/settings/settings.service.js';
import { AdminDiscrepanciesController } from './discrepancies/discrepancies.controller.js';
import { AdminDiscrepanciesService } from './discrepancies/discrepancies.service.js';
import { DiscrepancyGroupsController } from './discrepancies/discrepancy-groups.controller.js';
import { DiscrepancyGroupsService } from './discrepancies/discrepancy-groups.service.js';
import { DiscrepancyRulesController } from './discrepancies/discrepancy-rules.controller.js';
import { AdminDiscrepancyRulesService } from './discrepancies/discrepancy-rules.service.js';
import { DiscrepancyRows } from './discrepancies/discrepancy-rows.js';
import { SubmissionCardsController } from './discrepancies/submission-cards.controller.js';
import { SubmissionCardsService } from './discrepancies/submission-cards.service.js';
import { AdminHoldsController } from './holds/holds.controller.js';
import { AdminHoldsService } from './holds/holds.service.js';
import { HoldContext } from './holds/hold-context.service.js';
import { AdminMappingsController } from './mappings/mappings.controller.js';
import { AdminMappingsService } from './mappings/mappings.service.js';
import { AttentionController } from './overview/attention.controller.js';
import { AttentionService } from './overview/attention.service.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { AdminOpenSeatsController } from './progress/open-seats.controller.js';
import { AdminProgressController } from './progress/progress.controller.js';
import { AdminProgressService } from './progress/progress.service.js';
import { AdminQueueController } from './queue/queue.controller.js';
import { AdminQueueService } from './queue/queue.service.js';
import { AdminRequestsController } from './requests/requests.controller.js';
import { AdminRequestsService } from './requests/requests.service.js';
import { RunUndoService } from './runs/run-undo.service.js';
import { AdminRunsController } from './runs/runs.controller.js';
import { AdminRunsService } from './runs/runs.service.js';
import { UserFailuresController } from './runs/user-failures.controller.js';
import { PeopleInView } from './people-in-view.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { UserNames } from '../users/list/user-names.js';
import { AdminTemplatesController } from './templates/templates.controller.js';
import { AdminTemplatesService } from './templates/templates.service.js';
import { PersonController } from './users/person.controller.js';
import { PersonService } from './users/person.service.js';
import { StandingService } from './users/standing.service.js';
import { AdminUsersController } from './users/users.controller.js';
import { AdminUsersService } from './users/users.service.js';

/** The calls of the administration pages: they combine the other rooms and own no table. */
@Module({
  imports: [
    AlertsModule,
    AuditModule,
    AuthModule,
    ConnectionsModule,
    FeedModule,
    IdentityModule,
    ProgressModule,
    RequestsModule,
    SubmissionsModule,
    SyncModule,
    TenancyModule,
    UsersModule,
  ],
  controllers: [
    KeysController,
    HandoversController,
    SettingsController,
    AdministratorsController,
    AuditController,
    AdminConnectionsController,
    AdminConflictsController,
    AdminAlertsController,
    AdminConnectorsController,
    AdminDiscrepanciesController,
    FilesController,
    KeptMappingsController,
    DiscrepancyGroupsController,
    DiscrepancyRulesController,
    SubmissionCardsController,
    AdminHoldsController,
    AdminMappingsController,
    AdminProgressController,
    AdminOpenSeatsController,
    AdminQueueController,
    AdminRequestsController,
    AdminRunsController,
    SearchController,
    OverviewController,
    AttentionController,
    AdminTemplatesController,
    AdminUsersController,
    PersonController,
    UserFailuresController,
  ],
  providers: [
    ActorLabels,
    AdminAuditService,
    KeysService,
    SettingsService,
    AdministratorsService,
    PeopleInView,
    UserNames,
    AdminConnectionsService,
    AdminConflictsService,
    AdminAlertsService,
    AdminConnectorsService,
    AdminDiscrepanciesService,
    FilesService,
    AdminKeptMappingsService,
    DiscrepancyRows,
    DiscrepancyGroupsService,
    AdminDiscrepancyRulesService,
    SubmissionCardsService,
    AdminHoldsService,
    HoldContext,
    AdminMappingsService,
    AdminProgressService,
    AdminQueueService,
    AdminRequestsService,
    AdminRunsService,
    SearchService,
    RunUndoService,
    OverviewService,
    AttentionService,
    AdminTemplatesService,
    AdminUsersService,
    PersonService,
    StandingService,
  ],
  exports: [ActorLabels],
})
export class AdminModule {}
