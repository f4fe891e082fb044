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

export type WorkColumns = Pick<ProgressDocument, (typeof OF_WORK)[number]>;

/** The same rule as that of `SeatsRepository`. */
function hasOpenSeats({ committee, dissertation }: ProgressPartsDto): boolean {
  const goesOn = dissertation.status !== 'completed' && dissertation.status !== 'withdrawn';
  const isLeft = committee.members.some(({ status, active }) => status === 'accepted' && !active);
  return goesOn && isLeft && committee.status !== 'dissolved';
}

/** The advisor: the accepted chair of a committee that is not dissolved. Of two of them, one who has not left. */
export function chairOf({ committee }: Pick<ProgressPartsDto, 'committee'>): MemberDto | null {
  if (committee.status === 'dissolved') return null;
  const chairs = committee.members.filter(({ role, status }) => role === 'chair' && status === 'accepted');
  return chairs.find(({ active }) => active) ?? chairs[0] ?? null;
}

export function columnsOf(parts: ProgressPartsDto): WorkColumns {
  const { dissertation, milestones, pacing } = parts;
  return {
    pacingStatus: pacing.status,
    hasOpenSeats: hasOpenSeats(parts),
    firstDueOn: firstDueDay({ dissertationStatus: dissertation.status, milestones }) ?? NO_DUE_DAY,
    nextMilestone: pacing.nextMilestone?.code ?? null,
    nextDueOn: pacing.nextMilestone?.dueOn ?? null,
    chairId: chairOf(parts)?.facultyId ?? null,
  };
}

export function sameColumns(one: WorkColumns, other: WorkColumns): boolean {
  return OF_WORK.every((name) => one[name] === other[name]);
}
