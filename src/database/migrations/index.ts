import { CreateTenants1795190400000 } from './1795190400000-create-tenants.js';
import { CreateUsers1795190401000 } from './1795190401000-create-users.js';
import { CreateProgress1795190402000 } from './1795190402000-create-progress.js';
import { CreateSubmissions1795190403000 } from './1795190403000-create-submissions.js';
import { CreateAuth1795190404000 } from './1795190404000-create-auth.js';
import { CreateSingleSignOn1795190410000 } from './1795190410000-create-single-sign-on.js';
import { ExtendCredentials1795190420000 } from './1795190420000-extend-credentials.js';
import { CreateUserChanges1795190421000 } from './1795190421000-create-user-changes.js';
import { IndexWork1795190422000 } from './1795190422000-index-work.js';
import { CreateRequestLog1795190423000 } from './1795190423000-create-request-log.js';
import { IndexAudit1795190424000 } from './1795190424000-index-audit.js';
import { CreateRuns1795190425000 } from './1795190425000-create-runs.js';
import { IndexChangesOfRuns1795190426000 } from './1795190426000-index-changes-of-runs.js';
import { CreateRateWindows1795190428000 } from './1795190428000-create-rate-windows.js';
import { CreateHolds1795190430000 } from './1795190430000-create-holds.js';
import { AddBodyHash1795190450000 } from './1795190450000-add-body-hash.js';
import { CreateProgressRemovals1795190461000 } from './1795190461000-create-progress-removals.js';
import { CreateProgressRedraws1795190461001 } from './1795190461001-create-progress-redraws.js';
import { IndexOutboxBySubmission1795190465000 } from './1795190465000-index-outbox-by-submission.js';
import { MarkTenantsWithHolds1795190465001 } from './1795190465001-mark-tenants-with-holds.js';
import { CountWorkflowOfRuns1795190465002 } from './1795190465002-count-workflow-of-runs.js';
import { CreateClaims1795190466000 } from './1795190466000-create-claims.js';
import { TallyConnectors1795190466001 } from './1795190466001-tally-connectors.js';
import { IndexItemsToReplay1795190466002 } from './1795190466002-index-items-to-replay.js';
import { AddConnections1795190470000 } from './1795190470000-add-connections.js';
import { CreateScimLinks1795190470001 } from './1795190470001-create-scim-links.js';
import { IndexPeopleForScim1795190470002 } from './1795190470002-index-people-for-scim.js';
import { CreateScimGroups1795190470003 } from './1795190470003-create-scim-groups.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  CreateTenants1795190400000,
  CreateUsers1795190401000,
  CreateProgress1795190402000,
  CreateSubmissions1795190403000,
  CreateAuth1795190404000,
  CreateSingleSignOn1795190410000,
  ExtendCredentials1795190420000,
  CreateUserChanges1795190421000,
  IndexWork1795190422000,
  CreateRequestLog1795190423000,
  IndexAudit1795190424000,
  CreateRuns1795190425000,
  IndexChangesOfRuns1795190426000,
  CreateRateWindows1795190428000,
  CreateHolds1795190430000,
  AddBodyHash1795190450000,
  CreateProgressRemovals1795190461000,
  CreateProgressRedraws1795190461001,
  IndexOutboxBySubmission1795190465000,
  MarkTenantsWithHolds1795190465001,
  CountWorkflowOfRuns1795190465002,
  CreateClaims1795190466000,
  TallyConnectors1795190466001,
  IndexItemsToReplay1795190466002,
  AddConnections1795190470000,
  CreateScimLinks1795190470001,
  IndexPeopleForScim1795190470002,
  CreateScimGroups1795190470003,
];
