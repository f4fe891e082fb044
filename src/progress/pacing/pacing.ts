import type { PacingNumbers } from '../../settings/settings.js';
import { addDays, type Day, daysBetween } from '../../tenancy/time/calendar.js';
import type {
  DissertationStatus,
  MilestoneStatus,
  PacingReason,
  PacingStatus,
  VersionStage,
  VersionStatus,
} from '../progress-enums.js';

/** The facts from which pacing is computed. */
export interface PacingFacts {
  readonly dissertationStatus: DissertationStatus;
  readonly versions: readonly { readonly stage: VersionStage; readonly status: VersionStatus }[];
  readonly milestones: readonly PacedMilestone[];
  /** Required committee roles without an accepted member whose account is active. */
  readonly missingRoles: readonly string[];
}

export interface PacedMilestone {
  readonly code: string;
  readonly sequence: number;
  readonly required: boolean;
  readonly status: MilestoneStatus;
  readonly dueOn: Day | null;
}

/** The record's `pacing` (contract, section 3). */
export interface Pacing {
  readonly status: PacingStatus;
  readonly reasons: readonly PacingReason[];
  readonly completed: number;
  readonly total: number;
  readonly nextMilestone: { readonly code: string; readonly dueOn: Day | null } | null;
  readonly daysBehind: number;
  readonly asOf: Day;
}

const DONE: ReadonlySet<MilestoneStatus> = new Set(['completed', 'waived']);
const NEVER_SUBMITTED: ReadonlySet<VersionStatus> = new Set(['draft', 'withdrawn']);
const ACCEPTED: ReadonlySet<VersionStatus> = new Set(['approved', 'final']);

function isOpen({ status }: Pick<PacedMilestone, 'status'>): boolean {
  return !DONE.has(status);
}

/** A milestone with a due date. */
export interface DueMilestone {
  readonly code: string;
  readonly dueOn: Day;
}

/**
 * The open required milestone that is due first, from which days behind are counted; null when none has a due date, and
 * while the dissertation is on hold.
 */
export function firstDue({
  dissertationStatus,
  milestones,
}: Pick<PacingFacts, 'dissertationStatus' | 'milestones'>): DueMilestone | null {
  if (dissertationStatus === 'on_hold') return null;
  return (
    milestones
      .filter((one) => one.required && isOpen(one))
      .flatMap(({ code, dueOn, sequence }) => (dueOn === null ? [] : [{ code, dueOn, sequence }]))
      .sort((one, other) => daysBetween(other.dueOn, one.dueOn) || one.sequence - other.sequence)[0] ?? null
  );
}

/** The due date of {@link firstDue}. */
export function firstDueDay(facts: Pick<PacingFacts, 'dissertationStatus' | 'milestones'>): Day | null {
  return firstDue(facts)?.dueOn ?? null;
}

/** @param dueDay what {@link firstDueDay} returns */
export function daysBehindOn(dueDay: Day | null, today: Day): number {
  return dueDay === null ? 0 : Math.max(0, daysBetween(dueDay, today));
}

interface Situation {
  readonly facts: PacingFacts;
  readonly required: readonly PacedMilestone[];
  readonly open: readonly PacedMilestone[];
  /** Days past due of the open required milestone that is latest; 0 when none is late, or the work is on hold. */
  readonly daysBehind: number;
  readonly dueSoon: boolean;
}

function situationOf(facts: PacingFacts, today: Day, numbers: PacingNumbers): Situation {
  const required = facts.milestones.filter((milestone) => milestone.required);
  const open = required.filter(isOpen);
  const dueSoon = open.some(
    ({ status, dueOn }) =>
      status === 'not_started' &&
      dueOn !== null &&
      dueOn >= today &&
      daysBetween(today, dueOn) <= numbers.dueSoonDays,
  );
  return { facts, required, open, daysBehind: daysBehindOn(firstDueDay(facts), today), dueSoon };
}

function nothingHasBegun({ facts, required }: Situation): boolean {
  return (
    facts.dissertationStatus === 'not_started' &&
    required.every(({ status, dueOn }) => status === 'not_started' && dueOn === null)
  );
}

function isAhead({ required }: Situation, today: Day, numbers: PacingNumbers): boolean {
  return required.some(
    ({ status, dueOn }) =>
      status === 'completed' && dueOn !== null && daysBetween(today, dueOn) >= numbers.aheadDays,
  );
}

function statusOf(situation: Situation, today: Day, numbers: PacingNumbers): PacingStatus {
  const { facts, required, open, daysBehind, dueSoon } = situation;
  if (facts.dissertationStatus === 'on_hold') return 'paused';
  if (required.length > 0 && open.length === 0) return 'completed';
  if (daysBehind > numbers.behindAfterDays) return 'behind';
  if (daysBehind > 0 || dueSoon) return 'at_risk';
  if (isAhead(situation, today, numbers)) return 'ahead';
  return nothingHasBegun(situation) ? 'not_started' : 'on_track';
}

function isRevisionLoop(versions: PacingFacts['versions'], numbers: PacingNumbers): boolean {
  const stage = versions.at(-1)?.stage;
  const ofStage = versions.filter((version) => version.stage === stage && version.status !== 'withdrawn');
  return (
    ofStage.length >= numbers.revisionLoopVersions && !ofStage.some(({ status }) => ACCEPTED.has(status))
  );
}

/** Reasons explain why a record is paused, at risk or behind; the other statuses need no explanation. */
function reasonsOf(
  status: PacingStatus,
  { facts, daysBehind, dueSoon }: Situation,
  numbers: PacingNumbers,
): PacingReason[] {
  if (status === 'paused') return ['on_hold'];
  if (status !== 'behind' && status !== 'at_risk') return [];
  const conditions: [PacingReason, boolean][] = [
    ['milestone_overdue', daysBehind > 0],
    ['milestone_due_soon', dueSoon],
    ['nothing_submitted', facts.versions.every((version) => NEVER_SUBMITTED.has(version.status))],
    ['revision_loop', isRevisionLoop(facts.versions, numbers)],
    ['committee_incomplete', facts.missingRoles.length > 0],
  ];
  return conditions.filter(([, isTrue]) => isTrue).map(([reason]) => reason);
}

/**
 * Compares required milestones with their due dates on the tenant's calendar day. A milestone is late from the day
 * after it was due. While the dissertation is on hold, `daysBehind` is 0.
 * @param facts `versions` in the order of their numbers
 */
export function computePacing(facts: PacingFacts, today: Day, numbers: PacingNumbers): Pacing {
  const situation = situationOf(facts, today, numbers);
  const { required, open, daysBehind } = situation;
  const status = statusOf(situation, today, numbers);
  const [next] = [...open].sort(
    (one, other) => one.sequence - other.sequence || (one.code < other.code ? -1 : 1),
  );
  return {
    status,
    reasons: reasonsOf(status, situation, numbers),
    completed: required.length - open.length,
    total: required.length,
    nextMilestone: next === undefined ? null : { code: next.code, dueOn: next.dueOn },
    daysBehind,
    asOf: today,
  };
}

/**
 * The statuses from and to which another number, the required roles or another day may move a student, or whose reasons
 * may differ then. A record with another status need not be looked at to know that its pacing stays.
 */
export const MAY_MOVE: Readonly<Record<keyof PacingNumbers | 'roles' | 'day', readonly PacingStatus[]>> = {
  behindAfterDays: ['at_risk', 'behind'],
  dueSoonDays: ['ahead', 'on_track', 'at_risk', 'behind'],
  aheadDays: ['ahead', 'on_track'],
  revisionLoopVersions: ['at_risk', 'behind'],
  roles: ['at_risk', 'behind'],
  day: ['ahead', 'on_track', 'at_risk', 'behind'],
};

/** Whether anything but the day of the calculation differs. */
export function samePacing(one: Pacing, other: Pacing): boolean {
  return JSON.stringify({ ...one, asOf: '' }) === JSON.stringify({ ...other, asOf: '' });
}

/**
 * The first day after `today` on which time alone can change the pacing; null when it never will. Every boundary of
 * {@link computePacing} is one of these days, so a record need not be drawn again before.
 */
export function nextReviewDay(facts: PacingFacts, today: Day, numbers: PacingNumbers): Day | null {
  if (facts.dissertationStatus === 'on_hold') return null;
  const days = facts.milestones
    .filter(({ required, dueOn }) => required && dueOn !== null)
    .flatMap(({ status, dueOn }) => {
      const due = dueOn ?? today;
      if (status === 'waived') return [];
      if (status === 'completed') return [addDays(due, 1 - numbers.aheadDays)];
      return due < today ? [addDays(today, 1)] : [addDays(due, -numbers.dueSoonDays), addDays(due, 1)];
    })
    .filter((day) => day > today);
  return days.sort()[0] ?? null;
}
