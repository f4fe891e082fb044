import type { MemberDto, ProgressPartsDto } from './dto/progress-record.dto.js';
import { NO_DUE_DAY, type ProgressDocument } from './entities/progress-document.entity.js';
import { firstDueDay } from './pacing/pacing.js';

/** The columns about the work that lists sort and filter by. None of them depends on the day, but for the status. */
export const OF_WORK = [
  'pacingStatus',
  'hasOpenSeats',
  'firstDueOn',
  'nextMilestone',
  'nextDueOn',
  'chairId',
] as const satisfies (keyof ProgressDocument)[];

/** The same about the person. */
export const OF_PERSON = ['sortName', 'programId', 'entry'] as const satisfies (keyof ProgressDocument)[];

export type WorkColumns = Pick<ProgressDocument, (typeof OF_WORK)[number]>;

/** After the defence there is still work: the manuscript and its submission. */
function goesOn({ dissertation }: ProgressPartsDto): boolean {
  return dissertation.status !== 'completed' && dissertation.status !== 'withdrawn';
}

/** The same rule as that of `SeatsRepository`. */
function hasOpenSeats(parts: ProgressPartsDto): boolean {
  const { committee } = parts;
  const isLeft = committee.members.some(({ status, active }) => status === 'accepted' && !active);
  return goesOn(parts) && isLeft && committee.status !== 'dissolved';
}

/** The advisor: the accepted chair of a committee that is not dissolved. Of two of them, one who has not left. */
export function chairOf({ committee }: Pick<ProgressPartsDto, 'committee'>): MemberDto | null {
  if (committee.status === 'dissolved') return null;
  const chairs = committee.members.filter(({ role, status }) => role === 'chair' && status === 'accepted');
  return chairs.find(({ active }) => active) ?? chairs[0] ?? null;
}

/**
 * Of a student who has left, or whose work has ended, nothing is due in lists. `pacing` itself follows the contract and
 * does not know that.
 */
export function columnsOf(parts: ProgressPartsDto, isActive: boolean): WorkColumns {
  const { dissertation, milestones, pacing } = parts;
  const isExpected = isActive && goesOn(parts);
  const next = isExpected ? pacing.nextMilestone : null;
  const firstDue = isExpected ? firstDueDay({ dissertationStatus: dissertation.status, milestones }) : null;
  return {
    pacingStatus: pacing.status,
    hasOpenSeats: hasOpenSeats(parts),
    firstDueOn: firstDue ?? NO_DUE_DAY,
    nextMilestone: next?.code ?? null,
    nextDueOn: next?.dueOn ?? null,
    chairId: chairOf(parts)?.facultyId ?? null,
  };
}

export type PersonColumns = Pick<ProgressDocument, (typeof OF_PERSON)[number]>;

export function sameColumns(one: WorkColumns & PersonColumns, other: WorkColumns & PersonColumns): boolean {
  return [...OF_WORK, ...OF_PERSON].every((name) => one[name] === other[name]);
}
