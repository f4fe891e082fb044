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
import { AddActiveToScimLinks1795190470020 } from './1795190470020-add-active-to-scim-links.js';
import { KeyPeopleByName1795190480000 } from './1795190480000-key-people-by-name.js';
import { CreateConflicts1795190480100 } from './1795190480100-create-conflicts.js';
import { CountPendingOfRuns1795190480101 } from './1795190480101-count-pending-of-runs.js';
import { AwaitSources1795190480200 } from './1795190480200-await-sources.js';
import { CountAwaitingOfRuns1795190480201 } from './1795190480201-count-awaiting-of-runs.js';
import { AddReasonOfHolds1795190480202 } from './1795190480202-add-reason-of-holds.js';
import { FindOpenSeats1795190480203 } from './1795190480203-find-open-seats.js';
import { CreateFailedRows1795190490000 } from './1795190490000-create-failed-rows.js';
import { NoteRunOfRequests1795190490001 } from './1795190490001-note-run-of-requests.js';
import { CreateAlerts1795190490200 } from './1795190490200-create-alerts.js';
import { CreateFailedItems1795190491200 } from './1795190491200-create-failed-items.js';
import { CreateSyncPauses1795190491201 } from './1795190491201-create-sync-pauses.js';
import { CreateRunSeries1795190491202 } from './1795190491202-create-run-series.js';
import { KeepPeopleActive1795190491300 } from './1795190491300-keep-people-active.js';
import { CountUseOfKeys1795190491400 } from './1795190491400-count-use-of-keys.js';
import { CreateKeyHandovers1795190491401 } from './1795190491401-create-key-handovers.js';
import { CreateSecondFactors1795190491402 } from './1795190491402-create-second-factors.js';
import { CreateSignOnDrafts1795190491403 } from './1795190491403-create-sign-on-drafts.js';
import { GroupAuditByAct1795190491404 } from './1795190491404-group-audit-by-act.js';
import { NoteLimitsOfHolds1795190496000 } from './1795190496000-note-limits-of-holds.js';
import { FindHoldsOfPeople1795190496001 } from './1795190496001-find-holds-of-people.js';
import { GroupDiscrepancies1795190496200 } from './1795190496200-group-discrepancies.js';
import { CreateDiscrepancyRules1795190496201 } from './1795190496201-create-discrepancy-rules.js';
import { FindAuditByRun1795190496300 } from './1795190496300-find-audit-by-run.js';
import { CreatePasskeys1795190496400 } from './1795190496400-create-passkeys.js';
import { CreateKeptMappings1795190496500 } from './1795190496500-create-kept-mappings.js';
import { AddTenantClocks1795190496600 } from './1795190496600-add-tenant-clocks.js';
import { CreateSandboxes1795190496700 } from './1795190496700-create-sandboxes.js';
import { IndexOutboxByTenant1795190496750 } from './1795190496750-index-outbox-by-tenant.js';
import { ChainAudit1795190496800 } from './1795190496800-chain-audit.js';
import { CreateAuditPeople1795190496810 } from './1795190496810-create-audit-people.js';
import { CreateTombstones1795190496900 } from './1795190496900-create-tombstones.js';
import { CreateErasures1795190496901 } from './1795190496901-create-erasures.js';
import { FindDataOfPeople1795190496902 } from './1795190496902-find-data-of-people.js';
import { CreateDisclosures1795190497000 } from './1795190497000-create-disclosures.js';
import { CreateRetentionProgress1795190497010 } from './1795190497010-create-retention-progress.js';
import { IndexHistoryByTime1795190497020 } from './1795190497020-index-history-by-time.js';
import { CreateServerKeys1795190497100 } from './1795190497100-create-server-keys.js';
import { NoteKeysOfHashes1795190497110 } from './1795190497110-note-keys-of-hashes.js';
import { WidenErasureKeys1795190497200 } from './1795190497200-widen-erasure-keys.js';
import { CreateBackgroundRuns1795190497300 } from './1795190497300-create-background-runs.js';
import { NoteNanosecondsOfSubmissions1795190497400 } from './1795190497400-note-nanoseconds-of-submissions.js';
import { FindFailedRowsByNumber1795190497500 } from './1795190497500-find-failed-rows-by-number.js';
import { HashAuditIds1795190497700 } from './1795190497700-hash-audit-ids.js';
import { FindPeopleByEntry1795190497800 } from './1795190497800-find-people-by-entry.js';
import { NoteNanosecondsOfMoves1795190497900 } from './1795190497900-note-nanoseconds-of-moves.js';

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
  AddActiveToScimLinks1795190470020,
  KeyPeopleByName1795190480000,
  CreateConflicts1795190480100,
  CountPendingOfRuns1795190480101,
  AwaitSources1795190480200,
  CountAwaitingOfRuns1795190480201,
  AddReasonOfHolds1795190480202,
  FindOpenSeats1795190480203,
  CreateFailedRows1795190490000,
  NoteRunOfRequests1795190490001,
  CreateAlerts1795190490200,
  CreateFailedItems1795190491200,
  CreateSyncPauses1795190491201,
  CreateRunSeries1795190491202,
  KeepPeopleActive1795190491300,
  CountUseOfKeys1795190491400,
  CreateKeyHandovers1795190491401,
  CreateSecondFactors1795190491402,
  CreateSignOnDrafts1795190491403,
  GroupAuditByAct1795190491404,
  NoteLimitsOfHolds1795190496000,
  FindHoldsOfPeople1795190496001,
  GroupDiscrepancies1795190496200,
  CreateDiscrepancyRules1795190496201,
  FindAuditByRun1795190496300,
  CreatePasskeys1795190496400,
  CreateKeptMappings1795190496500,
  AddTenantClocks1795190496600,
  CreateSandboxes1795190496700,
  IndexOutboxByTenant1795190496750,
  ChainAudit1795190496800,
  CreateAuditPeople1795190496810,
  CreateTombstones1795190496900,
  CreateErasures1795190496901,
  FindDataOfPeople1795190496902,
  CreateDisclosures1795190497000,
  CreateRetentionProgress1795190497010,
  IndexHistoryByTime1795190497020,
  CreateServerKeys1795190497100,
  NoteKeysOfHashes1795190497110,
  WidenErasureKeys1795190497200,
  CreateBackgroundRuns1795190497300,
  NoteNanosecondsOfSubmissions1795190497400,
  FindFailedRowsByNumber1795190497500,
  HashAuditIds1795190497700,
  FindPeopleByEntry1795190497800,
  NoteNanosecondsOfMoves1795190497900,
];
