import { NotAStudent } from '../errors/progress.errors.js';
import { Refusal } from '../errors/refusal.js';
import { UserNotFound } from '../errors/users.errors.js';
import type { Warning } from '../http/answers.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import type { User } from '../users/model/user.entity.js';
import { type ApplyContext, applyProgress, sameProgress } from './apply-progress.js';
import { dayIn } from '../tenancy/time/calendar.js';
import { startOf } from './due-dates.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import { NO_PROGRESS, type StudentProgress } from './student-progress.js';
import type { TemplateOf } from './templates/templates.service.js';

/** The outcome of one line. */
export type ProgressOutcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly student: User;
      readonly before: StudentProgress;
      readonly after: StudentProgress;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What is stored about all people whom a batch names. */
export interface Situation {
  /** By the reference that was sent. */
  readonly people: ReadonlyMap<string, User>;
  readonly progress: ReadonlyMap<string, StudentProgress>;
  readonly templateOf: TemplateOf;
  /** By the ID of a faculty member: the students in whose committees they have an accepted seat. */
  readonly seats: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A student whose progress is to be written. */
export interface StudentChange {
  readonly student: User;
  readonly studentId: string;
  readonly before: StudentProgress;
  readonly after: StudentProgress;
}

/**
 * @throws {UserNotFound} when the tenant has no such user
 * @throws {NotAStudent} when the user is no Student
 */
function studentOf(people: Situation['people'], reference: string): User {
  const user = people.get(reference);
  if (user === undefined) throw new UserNotFound();
  if (user.accountType !== 'Student') throw new NotAStudent(user.id, user.accountType);
  return user;
}

/** Updates the seats, so that later lines of a batch count those that earlier lines gave or removed. */
function noteSeats(
  seats: Map<string, Set<string>>,
  studentId: string,
  { committee, members }: StudentProgress,
): void {
  for (const students of seats.values()) students.delete(studentId);
  if (committee?.status === 'dissolved') return;
  for (const { facultyId, status } of members) {
    if (status === 'accepted') seats.set(facultyId, (seats.get(facultyId) ?? new Set()).add(studentId));
  }
}

/** Decides what each line does, in order: a second line about a student starts from the first one's result. Pure. */
export function decideProgress(
  scope: Scope,
  situation: Situation,
  lines: readonly BulkProgressDto[],
  path: string,
): { outcomes: ProgressOutcome[]; changes: StudentChange[] } {
  const { tenantId, tenant } = scope;
  const today = dayIn(tenant.timeZone, nowOf(scope));
  const current = new Map(situation.progress);
  const students = new Map<string, User>();
  const seats = new Map(
    [...situation.seats].map(([facultyId, studentIds]) => [facultyId, new Set(studentIds)]),
  );

  const apply = (line: BulkProgressDto): ProgressOutcome => {
    const student = studentOf(situation.people, line.studentId);
    const studentId = student.id;
    const before = current.get(studentId) ?? NO_PROGRESS;
    const context: ApplyContext = {
      tenantId,
      studentId,
      today,
      template: situation.templateOf(student.programId),
      startsOn: startOf(student),
      findFaculty: (reference) => situation.people.get(reference),
      otherSeats: (facultyId) => [...(seats.get(facultyId) ?? [])].filter((id) => id !== studentId).length,
    };
    const { after, warnings } = applyProgress(context, before, line, path);
    const kind = sameProgress(before, after)
      ? 'unchanged'
      : sameProgress(before, NO_PROGRESS)
        ? 'inserted'
        : 'updated';
    current.set(studentId, kind === 'unchanged' ? before : after);
    students.set(studentId, student);
    noteSeats(seats, studentId, after);
    return { kind, student, before, after, warnings };
  };

  const outcomes = lines.map((line): ProgressOutcome => {
    try {
      return apply(line);
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'refused', refusal: error };
      throw error;
    }
  });
  const changes = [...students].flatMap(([studentId, student]): StudentChange[] => {
    const before = situation.progress.get(studentId) ?? NO_PROGRESS;
    const after = current.get(studentId) ?? NO_PROGRESS;
    return sameProgress(before, after) ? [] : [{ student, studentId, before, after }];
  });
  return { outcomes, changes };
}
