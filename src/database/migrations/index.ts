import { Baseline1795190500000 } from './1795190500000-baseline.js';
import { PeopleList1795960000000 } from './1795960000000-people-list.js';
import { ChangeEvents1795970000000 } from './1795970000000-change-events.js';
import { FeedReaders1795980000000 } from './1795980000000-feed-readers.js';
import { FinishedRuns1795990000000 } from './1795990000000-finished-runs.js';
import { DropFolders1795995000000 } from './1795995000000-drop-folders.js';
import { TargetContacts1796000000000 } from './1796000000000-target-contacts.js';
import { AuditActs1796000100000 } from './1796000100000-audit-acts.js';
import { FinishedRunsByTime1796000200000 } from './1796000200000-finished-runs-by-time.js';
import { HeldRows1796000300000 } from './1796000300000-held-rows.js';
import { DiscrepancyGroups1796000400000 } from './1796000400000-discrepancy-groups.js';
import { RunUndos1796000500000 } from './1796000500000-run-undos.js';
import { ProgressWorkList1796000600000 } from './1796000600000-progress-work-list.js';
import { AlertSnoozes1796000700000 } from './1796000700000-alert-snoozes.js';
import { WaitingDecisions1796000800000 } from './1796000800000-waiting-decisions.js';
import { SyncDays1796100100000 } from './1796100100000-sync-days.js';
import { MilestoneOffsetsAndRenames1796100200000 } from './1796100200000-milestone-offsets-and-renames.js';
import { ListViews1796100300000 } from './1796100300000-list-views.js';
import { Sentences1796100400000 } from './1796100400000-sentences.js';
import { RulesKept1796100500000 } from './1796100500000-rules-kept.js';
import { HoldDecisions1796100500001 } from './1796100500001-hold-decisions.js';
import { RefusedFinishes1796100600000 } from './1796100600000-refused-finishes.js';
import { KeptByUndos1796100600001 } from './1796100600001-kept-by-undos.js';
import { FormerRules1796200100000 } from './1796200100000-former-rules.js';
import { SamlSignOn1796300100000 } from './1796300100000-saml-sign-on.js';
import { AlertWebhooks1796300200000 } from './1796300200000-alert-webhooks.js';
import { TracedSubmissions1796300200001 } from './1796300200001-traced-submissions.js';
import { CommitMarks1796300400000 } from './1796300400000-commit-marks.js';
import { SessionsBySignOn1796300600000 } from './1796300600000-sessions-by-sign-on.js';
import { SignOnTestSentences1796400000000 } from './1796400000000-sign-on-test-sentences.js';
import { AllStampsLost1796400100000 } from './1796400100000-all-stamps-lost.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  Baseline1795190500000,
  PeopleList1795960000000,
  ChangeEvents1795970000000,
  FeedReaders1795980000000,
  FinishedRuns1795990000000,
  DropFolders1795995000000,
  TargetContacts1796000000000,
  AuditActs1796000100000,
  FinishedRunsByTime1796000200000,
  HeldRows1796000300000,
  DiscrepancyGroups1796000400000,
  RunUndos1796000500000,
  ProgressWorkList1796000600000,
  AlertSnoozes1796000700000,
  WaitingDecisions1796000800000,
  SyncDays1796100100000,
  MilestoneOffsetsAndRenames1796100200000,
  ListViews1796100300000,
  Sentences1796100400000,
  RulesKept1796100500000,
  HoldDecisions1796100500001,
  RefusedFinishes1796100600000,
  KeptByUndos1796100600001,
  FormerRules1796200100000,
  SamlSignOn1796300100000,
  AlertWebhooks1796300200000,
  TracedSubmissions1796300200001,
  CommitMarks1796300400000,
  SessionsBySignOn1796300600000,
  SignOnTestSentences1796400000000,
  AllStampsLost1796400100000,
];
