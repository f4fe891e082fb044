export const DISSERTATION_STATUSES = [
  'not_started',
  'in_progress',
  'on_hold',
  'under_review',
  'defended',
  'completed',
  'withdrawn',
] as const;
export type DissertationStatus = (typeof DISSERTATION_STATUSES)[number];

export const VERSION_STAGES = [
  'concept_paper',
  'prospectus',
  'proposal',
  'draft_manuscript',
  'final_manuscript',
] as const;
export type VersionStage = (typeof VERSION_STAGES)[number];

export const VERSION_STATUSES = [
  'draft',
  'submitted',
  'under_review',
  'revisions_requested',
  'resubmitted',
  'approved',
  'final',
  'withdrawn',
] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

export const MILESTONE_STATUSES = [
  'not_started',
  'in_progress',
  'submitted',
  'completed',
  'failed',
  'waived',
] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

export const MILESTONE_RESULTS = [
  'passed',
  'passed_minor_revisions',
  'passed_major_revisions',
  'retake',
  'failed',
  'exempt',
] as const;
export type MilestoneResult = (typeof MILESTONE_RESULTS)[number];

export const PACING_STATUSES = [
  'not_started',
  'ahead',
  'on_track',
  'at_risk',
  'behind',
  'paused',
  'completed',
] as const;
export type PacingStatus = (typeof PACING_STATUSES)[number];

export const PACING_REASONS = [
  'milestone_overdue',
  'milestone_due_soon',
  'nothing_submitted',
  'revision_loop',
  'committee_incomplete',
  'on_hold',
] as const;
export type PacingReason = (typeof PACING_REASONS)[number];

export const COMMITTEE_STATUSES = [
  'not_started',
  'forming',
  'pending_approval',
  'approved',
  'dissolved',
] as const;
export type CommitteeStatus = (typeof COMMITTEE_STATUSES)[number];

export const MEMBER_STATUSES = ['invited', 'accepted', 'declined', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
