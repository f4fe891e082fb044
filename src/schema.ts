import { CommitMark } from './database/transaction/commit-mark.entity.js';
import { ListView } from './admin/views/list-view.entity.js';
import { AlertCheck } from './alerts/entities/alert-check.entity.js';
import { AlertIncident } from './alerts/entities/alert-incident.entity.js';
import { AlertMessage } from './alerts/entities/alert-message.entity.js';
import { AlertWebhook } from './alerts/entities/alert-webhook.entity.js';
import { StoredAlertSettings } from './alerts/entities/stored-alert-settings.entity.js';
import { AuditEvent } from './audit/audit-event.entity.js';
import { AuditHead } from './audit/chain/audit-head.entity.js';
import { AuditBox } from './audit/people/audit-box.entity.js';
import { AuditPersonKey } from './audit/people/audit-person-key.entity.js';
import { BackgroundRun } from './background/background-run.entity.js';
import { Invitation } from './auth/entities/invitation.entity.js';
import { LoginThrottle } from './auth/entities/login-throttle.entity.js';
import { PasskeyChallenge } from './auth/entities/passkey-challenge.entity.js';
import { Passkey } from './auth/entities/passkey.entity.js';
import { Password } from './auth/entities/password.entity.js';
import { RecoveryCode } from './auth/entities/recovery-code.entity.js';
import { SecondFactor } from './auth/entities/second-factor.entity.js';
import { Session } from './auth/entities/session.entity.js';
import { UsedAssertion } from './auth/sso/saml/used-assertion.entity.js';
import { SignOnDraft } from './auth/sso/sign-on-draft.entity.js';
import { SignOnSettings } from './auth/sso/sign-on-settings.entity.js';
import { Committee } from './progress/entities/committee.entity.js';
import { CommitteeMember } from './progress/entities/committee-member.entity.js';
import { Dissertation } from './progress/entities/dissertation.entity.js';
import { DissertationVersion } from './progress/entities/dissertation-version.entity.js';
import { Milestone } from './progress/entities/milestone.entity.js';
import { MilestoneRename } from './progress/entities/milestone-rename.entity.js';
import { MilestoneTemplate } from './progress/entities/milestone-template.entity.js';
import { ProgressChange } from './progress/entities/progress-change.entity.js';
import { ProgressDocument } from './progress/entities/progress-document.entity.js';
import { ProgressRebuild } from './progress/entities/progress-rebuild.entity.js';
import { ProgressRemoval } from './progress/entities/progress-removal.entity.js';
import { ChangeEvents } from './change-feed/change-events.entity.js';
import { SyncDay } from './sync/entities/sync-day.entity.js';
import { TargetContact } from './sync/entities/target-contact.entity.js';
import { FeedReader } from './change-feed/readers/feed-reader.entity.js';
import { ChangeStamp } from './tenancy/change-stamps/change-stamp.entity.js';
import { IdentityConflictEntry } from './identity/conflicts/identity-conflict.entity.js';
import { Disclosure } from './privacy/disclosures/disclosure.entity.js';
import { DisclosureBlock } from './privacy/disclosures/disclosure-block.entity.js';
import { RetentionProgress } from './privacy/retention/retention-progress.entity.js';
import { KeyAddress } from './request-log/key-use/key-address.entity.js';
import { KeyDay } from './request-log/key-use/key-day.entity.js';
import { LastRun } from './request-log/last-run.entity.js';
import { RunSeries } from './request-log/run-series.entity.js';
import { LoggedRequest } from './request-log/request-log.entity.js';
import { ScimGroup } from './scim/groups/scim-group.entity.js';
import { ScimGroupMember } from './scim/groups/scim-group-member.entity.js';
import { ScimLink } from './scim/links/scim-link.entity.js';
import { SandboxFault } from './sandbox/entities/sandbox-fault.entity.js';
import { Erasure } from './privacy/erasure/erasure.entity.js';
import { LegalHoldEntry } from './privacy/legal-hold/legal-hold.entity.js';
import { SandboxRequest } from './sandbox/entities/sandbox-request.entity.js';
import { SandboxTemplate } from './sandbox/entities/sandbox-template.entity.js';
import { Sandbox } from './sandbox/entities/sandbox.entity.js';
import { Discrepancy } from './submissions/entities/discrepancy.entity.js';
import { DiscrepancyRule } from './submissions/entities/discrepancy-rule.entity.js';
import { FieldMapping } from './submissions/entities/field-mapping.entity.js';
import { ReceivedEvent } from './submissions/entities/received-event.entity.js';
import { OutboxEvent } from './submissions/entities/outbox-event.entity.js';
import { Submission } from './submissions/entities/submission.entity.js';
import { SubmissionTransition } from './submissions/entities/submission-transition.entity.js';
import { OpenItem } from './sync/entities/open-item.entity.js';
import { SyncClaim } from './sync/entities/sync-claim.entity.js';
import { SyncClaimKey } from './sync/entities/sync-claim-key.entity.js';
import { SyncCounter } from './sync/entities/sync-counter.entity.js';
import { SyncGroup } from './sync/entities/sync-group.entity.js';
import { SyncItem } from './sync/entities/sync-item.entity.js';
import { SyncPause } from './sync/entities/sync-pause.entity.js';
import { SyncTransition } from './sync/entities/sync-transition.entity.js';
import { StoredServerKey } from './secrets/stored-server-key.entity.js';
import { CommitLoss } from './tenancy/lost-commits/commit-loss.entity.js';
import { LostStamps } from './tenancy/lost-commits/lost-stamps.entity.js';
import { Credential } from './tenancy/credentials/credential.entity.js';
import { KeyHandover } from './tenancy/handovers/key-handover.entity.js';
import { RateWindow } from './tenancy/rate-windows/rate-window.entity.js';
import { Tenant } from './tenancy/tenants/tenant.entity.js';
import { UserHistoryEntry } from './users/history/user-change.entity.js';
import { DeprovisioningWindow } from './users/deprovisioning-limits/deprovisioning-window.entity.js';
import { HeldRequest } from './users/deprovisioning-limits/held-request.entity.js';
import { DropFolderState } from './file-import/drop-folders/drop-folder-state.entity.js';
import { KeptMapping } from './file-import/kept-mappings/kept-mapping.entity.js';
import { MatchDecision } from './users/matching/match-decision.entity.js';
import { FailedRow } from './users/failed-rows/failed-row.entity.js';
import { Tombstone } from './users/tombstones/tombstone.entity.js';
import { Program } from './users/model/programs/program.entity.js';
import { Naming } from './users/naming/naming.entity.js';
import { NamingEpoch } from './users/naming/naming-epoch.entity.js';
import { FinishedRun } from './users/runs/finished-run.entity.js';
import { RunUndo } from './users/runs/run-undo.entity.js';
import { RunActor } from './users/runs/run-actor.entity.js';
import { Run } from './users/runs/run.entity.js';
import { ProvisioningDay } from './users/statistics/provisioning-day.entity.js';
import { UserPlace } from './users/model/places/user-place.entity.js';
import { UserRemoval } from './users/model/places/user-removal.entity.js';
import { User } from './users/model/user.entity.js';
import { IdBlock } from './users/id-blocks/id-block.entity.js';
import { Lease } from './database/transaction/lease.entity.js';

/** Listed one by one: a glob would import files that Jest's ESM mode cannot share between test files. */
export const ENTITIES = [
  StoredServerKey,
  Tenant,
  Credential,
  KeyHandover,
  RateWindow,
  User,
  UserPlace,
  UserRemoval,
  Program,
  Tombstone,
  Erasure,
  LegalHoldEntry,
  IdBlock,
  UserHistoryEntry,
  ProvisioningDay,
  DeprovisioningWindow,
  HeldRequest,
  MatchDecision,
  IdentityConflictEntry,
  Run,
  RunActor,
  FinishedRun,
  RunUndo,
  Naming,
  NamingEpoch,
  FailedRow,
  DropFolderState,
  KeptMapping,
  ListView,
  Sandbox,
  SandboxTemplate,
  SandboxFault,
  SandboxRequest,
  Lease,
  CommitMark,
  CommitLoss,
  LostStamps,
  Dissertation,
  DissertationVersion,
  Milestone,
  MilestoneTemplate,
  MilestoneRename,
  Committee,
  CommitteeMember,
  ProgressDocument,
  ProgressChange,
  ProgressRebuild,
  ProgressRemoval,
  ChangeStamp,
  ChangeEvents,
  FeedReader,
  TargetContact,
  SyncDay,
  Submission,
  SubmissionTransition,
  OutboxEvent,
  ReceivedEvent,
  Discrepancy,
  DiscrepancyRule,
  FieldMapping,
  SyncItem,
  OpenItem,
  SyncGroup,
  SyncClaim,
  SyncClaimKey,
  SyncCounter,
  SyncTransition,
  SyncPause,
  AuditEvent,
  AuditHead,
  AuditBox,
  AuditPersonKey,
  BackgroundRun,
  Password,
  Invitation,
  Session,
  SecondFactor,
  RecoveryCode,
  Passkey,
  PasskeyChallenge,
  LoginThrottle,
  SignOnSettings,
  SignOnDraft,
  UsedAssertion,
  LoggedRequest,
  LastRun,
  KeyDay,
  KeyAddress,
  RunSeries,
  Disclosure,
  DisclosureBlock,
  RetentionProgress,
  ScimLink,
  ScimGroup,
  ScimGroupMember,
  StoredAlertSettings,
  AlertCheck,
  AlertIncident,
  AlertMessage,
  AlertWebhook,
];
