import { addDays, type Day } from '../tenancy/time/calendar.js';
import type { BulkProgressDto } from '../progress/dto/bulk-progress.dto.js';
import type {
  BulkMilestoneDto,
  BulkVersionDto,
  PutCommitteeDto,
} from '../progress/dto/progress-parts.dto.js';
import type { VersionStage } from '../progress/progress-enums.js';
import { DEFAULT_TEMPLATE } from '../progress/templates/default-template.js';
import { type Journey, JOURNEYS } from './journeys.js';
import type { University } from './university.js';

const REQUIRED = DEFAULT_TEMPLATE.filter(({ required }) => required).map(({ code }) => code);
const DAYS_BETWEEN = 60;
const CHAIRS = ['F-201', 'F-202', 'F-203', 'F-204', 'F-205'];
const EXPERTS = ['F-206', 'F-207', 'F-208'];
const METHODOLOGISTS = ['F-209', 'F-210', 'F-211'];
const MEMBERS = ['F-212', 'F-213', 'F-214', 'F-215', 'F-216'];
const EXAMINED = new Set(['comprehensive_exam', 'proposal_defense', 'final_defense']);
/** The student whose chair has stepped down. */
const WITHOUT_CHAIR = 'S-1023';
/** With this many completed milestones a student has a committee; with one more, it is complete. */
const COMMITTEE_FROM = 4;
/** The stages of a dissertation, each with the milestone that its approval completes. */
const STAGES: readonly (readonly [VersionStage, string])[] = [
  ['concept_paper', 'concept_paper'],
  ['proposal', 'proposal_defense'],
  ['draft_manuscript', 'manuscript_draft'],
  ['final_manuscript', 'final_manuscript'],
];

/** When each required milestone of a student is due, and when the completed ones were completed. */
interface Schedule {
  readonly dueOn: (milestone: number) => Day;
  readonly completedOn: (milestone: number) => Day;
}

/** One line per student who has begun, with dates around this day. */
export function progressLines({ dissertations }: University, today: Day): BulkProgressDto[] {
  return dissertations.map(([studentId, name, title], index) => {
    const journey: Journey = JOURNEYS[name];
    const { status, done } = journey;
    const schedule = scheduleOf(journey, today, index);
    const begun = status !== 'not_started';
    const isDefended = status === 'defended' || status === 'completed';
    return {
      studentId,
      dissertation: {
        title,
        status,
        startedOn: begun ? addDays(schedule.dueOn(0), -90) : null,
        defendedOn: isDefended ? schedule.completedOn(REQUIRED.indexOf('final_defense')) : null,
      },
      versions: versionsOf(journey, schedule),
      milestones: begun ? milestonesOf(journey, schedule, index) : [],
      ...(done < COMMITTEE_FROM ? {} : { committee: committeeOf(studentId, journey, schedule, index) }),
    };
  });
}

function scheduleOf({ done, nextDueIn }: Journey, today: Day, index: number): Schedule {
  const dueOn = (milestone: number): Day => addDays(today, nextDueIn + (milestone - done) * DAYS_BETWEEN);
  // Students who are ahead have completed milestones that are not due yet.
  const early = Math.max(4, nextDueIn - DAYS_BETWEEN + 5) + ((index * 3) % 11);
  return { dueOn, completedOn: (milestone) => addDays(dueOn(milestone), -early) };
}

function milestonesOf(
  { done, next }: Journey,
  { dueOn, completedOn }: Schedule,
  index: number,
): BulkMilestoneDto[] {
  return REQUIRED.map((code, at) => {
    if (at >= done) return { code, status: at === done ? next : 'not_started', dueOn: dueOn(at) };
    const result = index % 2 === 0 ? 'passed' : 'passed_minor_revisions';
    return {
      code,
      status: 'completed',
      dueOn: dueOn(at),
      completedOn: completedOn(at),
      result: EXAMINED.has(code) ? result : null,
    };
  });
}

function versionsOf({ done, next, sentBack = 0 }: Journey, schedule: Schedule): BulkVersionDto[] {
  const isApproved = (code: string): boolean => REQUIRED.indexOf(code) < done;
  const versions: Omit<BulkVersionDto, 'number'>[] = STAGES.filter(([, code]) => isApproved(code)).map(
    ([stage, code]) => {
      const decided = schedule.completedOn(REQUIRED.indexOf(code));
      return { stage, status: 'approved', submittedAt: noon(decided, -28), decidedAt: noon(decided) };
    },
  );
  const [stage, code] = STAGES.find((one) => !isApproved(one[1])) ?? [];
  if (stage === undefined) return numbered(versions);
  for (let back = sentBack; back > 0; back -= 1) {
    const submitted = schedule.dueOn(done - 1);
    const submittedAt = noon(submitted, 5 - back * 16);
    versions.push(
      back === 1
        ? { stage, status: 'resubmitted', submittedAt }
        : { stage, status: 'revisions_requested', submittedAt, decidedAt: noon(submitted, 15 - back * 16) },
    );
  }
  if (sentBack === 0 && REQUIRED.indexOf(code ?? '') === done)
    versions.push(
      next === 'submitted'
        ? { stage, status: 'under_review', submittedAt: noon(schedule.dueOn(done), -30) }
        : { stage, status: 'draft' },
    );
  return numbered(versions);
}

function numbered(versions: readonly Omit<BulkVersionDto, 'number'>[]): BulkVersionDto[] {
  return versions.map((version, index) => ({ ...version, number: index + 1 }));
}

function committeeOf(
  studentId: string,
  { done }: Journey,
  { completedOn }: Schedule,
  index: number,
): PutCommitteeDto {
  const one = (from: readonly string[]): string => from[index % from.length] ?? '';
  const isForming = done === COMMITTEE_FROM;
  return {
    ...(isForming || studentId === WITHOUT_CHAIR ? {} : { status: 'approved' as const }),
    formedOn: isForming ? null : completedOn(COMMITTEE_FROM),
    members: [
      { facultyId: one(CHAIRS), role: 'chair', status: studentId === WITHOUT_CHAIR ? 'removed' : 'accepted' },
      { facultyId: one(EXPERTS), role: 'content_expert', status: isForming ? 'invited' : 'accepted' },
      {
        facultyId: one(METHODOLOGISTS),
        role: 'methodologist_technical_expert',
        status: isForming ? 'declined' : 'accepted',
      },
      ...(isForming
        ? []
        : [{ facultyId: one(MEMBERS), role: 'member' as const, status: 'accepted' as const }]),
    ],
  };
}

function noon(day: Day, days = 0): string {
  return `${addDays(day, days)}T12:00:00.000Z`;
}
