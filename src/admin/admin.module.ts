import { AdminAdministratorsModule } from './administrators/administrators.module.js';
import { AdminAlertsModule } from './alerts/alerts.module.js';
import { AdminAuditModule } from './audit/audit.module.js';
import { AdminConflictsModule } from './conflicts/conflicts.module.js';
import { AdminConnectionsModule } from './connections/connections.module.js';
import { AdminConnectorsModule } from './connectors/connectors.module.js';
import { AdminDecisionsModule } from './decisions/decisions.module.js';
import { AdminDiscrepanciesModule } from './discrepancies/discrepancies.module.js';
import { AdminDropsModule } from './drops/drops.module.js';
import { AdminEventsModule } from './events/events.module.js';
import { AdminFilesModule } from './files/files.module.js';
import { AdminHoldsModule } from './holds/holds.module.js';
import { AdminKeysModule } from './keys/keys.module.js';
import { AdminMappingsModule } from './mappings/mappings.module.js';
import { AdminOverviewModule } from './overview/overview.module.js';
import { AdminProgressModule } from './progress/progress.module.js';
import { AdminQueueModule } from './queue/queue.module.js';
import { AdminReadersModule } from './readers/readers.module.js';
import { AdminRequestsModule } from './requests/requests.module.js';
import { AdminRunsModule } from './runs/runs.module.js';
import { AdminSearchModule } from './search/search.module.js';
import { AdminSettingsModule } from './settings/settings.module.js';
import { AdminTemplatesModule } from './templates/templates.module.js';
import { AdminTrendsModule } from './trends/trends.module.js';
import { AdminUsersModule } from './users/users.module.js';
import { AdminViewsModule } from './views/views.module.js';

/**
 * The calls of the administration pages: they combine the other rooms and own no table
 * but that of views of their lists. The application imports each of
 * them: the routes of modules that only another module imports are registered after all others.
 */
export const ADMIN_MODULES = [
  AdminKeysModule,
  AdminSettingsModule,
  AdminAdministratorsModule,
  AdminAuditModule,
  AdminConnectionsModule,
  AdminConflictsModule,
  AdminAlertsModule,
  AdminConnectorsModule,
  AdminDecisionsModule,
  AdminDiscrepanciesModule,
  AdminDropsModule,
  AdminEventsModule,
  AdminFilesModule,
  AdminHoldsModule,
  AdminMappingsModule,
  AdminProgressModule,
  AdminQueueModule,
  AdminReadersModule,
  AdminRequestsModule,
  AdminRunsModule,
  AdminSearchModule,
  AdminOverviewModule,
  AdminTemplatesModule,
  AdminTrendsModule,
  AdminUsersModule,
  AdminViewsModule,
];
