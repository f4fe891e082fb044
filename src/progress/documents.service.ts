import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../change-feed/change-feed.js';
import type { Transaction } from '../database/transaction/transaction.js';
import type { Scope } from '../tenancy/scope.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import { type Day, dayIn } from '../tenancy/time/calendar.js';
import { columnsOf, sameColumns, type WorkColumns } from './document-columns.js';
import { draftPerson, progressText, removalText } from './document-text.js';
import { type DocumentDraft, DocumentsRepository, type PersonDraft } from './documents.repository.js';
import type { ProgressDocument } from './entities/progress-document.entity.js';
import { changed as changedEvent, changedParts, PARTS, removed } from './progress-events.js';
import { ProgressRepository } from './progress.repository.js';
import {
  type FacultyViews,
  NO_PROGRESS,
  presentProgress,
  type StudentProgress,
  viewFaculty,
} from './student-progress.js';
import type { User } from '../users/model/user.entity.js';

/** The people whose records depend on changed users. */
export interface ChangedPeople {
  /** Students who are new to the tenant: they have no progress yet. */
  readonly newcomers: readonly User[];
  /** Known people whose part of the record differs, or who have become Students. */
  readonly students: readonly User[];
  /** People who are no Students any more, as they were before. */
  readonly formerStudents: readonly User[];
  /** IDs of students whose committees have a member who is shown differently. */
  readonly ofCommittees: readonly string[];
}

type PersonPart = Omit<PersonDraft, 'studentId'>;
type WorkDraft = Pick<DocumentDraft, 'progress' | 'reviewOn'> & WorkColumns;

export function todayOf(scope: Scope): Day {
  return dayIn(scope.tenant.timeZone, nowOf(scope));
}

/** The part of a document about the work. */
export function draftWork(
  scope: Scope,
  progress: StudentProgress,
  faculty: FacultyViews,
  today: Day,
): WorkDraft {
  const { parts, reviewOn } = presentProgress(progress, faculty, scope.tenant, today);
  return { progress: progressText(parts), reviewOn, ...columnsOf(parts) };
}

/** Keeps one document per student current, inside the transaction that changes what it shows. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly progress: ProgressRepository,
    private readonly people: UserLookup,
    private readonly tenancy: TenancyService,
    private readonly feed: ChangeFeed,
  ) {}

  /** Writes the documents of students whose progress has changed. */
  async writeProgress(
    scope: Scope,
    transaction: Transaction,
    changes: readonly { student: User; after: StudentProgress }[],
  ): Promise<void> {
    const locked = await this.documents.lock(
      scope,
      transaction,
      changes.map(({ student }) => student.id),
    );
    const faculty = await this.viewsOf(
      scope,
      transaction,
      changes.map(({ after }) => after),
    );
    const current = await this.tenancy.withStoredSettings(scope, transaction);
    const drafts = changes.map(({ student, after }) => ({
      studentId: student.id,
      ...draftPerson(student),
      ...draftWork(current, after, faculty, todayOf(current)),
    }));
    this.addEvents(scope, transaction, drafts, locked);
    await this.documents.write(scope, transaction, { documents: drafts }, locked);
  }

  /** Writes the documents that depend on changed people, in the transaction that changes them. */
  async followPeople(scope: Scope, transaction: Transaction, people: ChangedPeople): Promise<void> {
    const { newcomers, students, formerStudents, ofCommittees } = people;
    const changed = new Map(students.map((student) => [student.id, student]));
    const gone = new Set(formerStudents.map(({ id }) => id));
    const ids = [...new Set([...changed.keys(), ...ofCommittees])].filter((id) => !gone.has(id));
    const locked = await this.documents.lockPlaces(scope, transaction, [...gone, ...ids]);
    const returning = students.map(({ id }) => id).filter((id) => !locked.has(id));
    const removals = await this.documents.deleteRemovals(scope, transaction, returning);
    const inCommittees = ofCommittees.filter((id) => locked.has(id) && !gone.has(id));
    const known = await this.documents.lock(scope, transaction, inCommittees);
    const rebuilt = new Map([
      ...(await this.rebuildReturning(scope, transaction, returning)),
      ...(await this.rebuild(scope, transaction, inCommittees)),
    ]);
    const drafts = [...rebuilt].flatMap(([studentId, work]): DocumentDraft[] => {
      const student = changed.get(studentId);
      const person = student === undefined ? known.get(studentId) : draftPerson(student);
      return person === undefined ? [] : [{ studentId, ...personOf(person), ...work }];
    });
    const ofNewcomers = await this.drawNewcomers(scope, transaction, newcomers);
    if (ofNewcomers.length > 0) this.documents.insertLast(scope, transaction, ofNewcomers);
    const differing = drafts.filter((draft) => differs(draft, known.get(draft.studentId)));
    const written = {
      documents: differing,
      persons: students
        .filter(({ id }) => locked.has(id) && !rebuilt.has(id))
        .map((student) => ({ studentId: student.id, ...draftPerson(student) })),
      removals: formerStudents
        .filter(({ id }) => locked.has(id))
        .map((former) => ({ studentId: former.id, entry: removalText(former) })),
    };
    this.addEvents(scope, transaction, differing, known);
    this.feed.add(scope, transaction, [
      ...[...ofNewcomers, ...written.persons].map(({ studentId }) => changedEvent(studentId, ['student'])),
      ...written.removals.map(({ studentId }) => removed(studentId)),
    ]);
    await this.documents.write(scope, transaction, written, new Map([...locked, ...removals]));
  }

  /** @param known what was stored; a record that was not stored is new in all of its parts */
  private addEvents(
    scope: Scope,
    transaction: Transaction,
    drafts: readonly DocumentDraft[],
    known: ReadonlyMap<string, ProgressDocument>,
  ): void {
    const changes = drafts.flatMap(({ studentId, person, progress }) => {
      const before = known.get(studentId);
      if (before === undefined) return [changedEvent(studentId, PARTS)];
      const ofPerson = before.person === person ? [] : (['student'] as const);
      const parts = [...ofPerson, ...changedParts(before.progress, progress)];
      return parts.length === 0 ? [] : [changedEvent(studentId, parts)];
    });
    this.feed.add(scope, transaction, changes);
  }

  /**
   * Draws these documents again, because of the day or of the tenant's settings. One whose text stays the same
   * gets its columns and its next review without a new stamp.
   * @returns how many changed
   */
  async review(scope: Scope, transaction: Transaction, studentIds: readonly string[]): Promise<number> {
    const locked = await this.documents.lock(scope, transaction, studentIds);
    const rebuilt = await this.rebuild(scope, transaction, [...locked.keys()]);
    const drafts: DocumentDraft[] = [];
    const refreshed: DocumentDraft[] = [];
    for (const [studentId, known] of locked) {
      const work = rebuilt.get(studentId);
      if (work === undefined) continue;
      const draft = { studentId, ...personOf(known), ...work };
      if (!sameWork(work.progress, known.progress)) drafts.push(draft);
      else if (work.reviewOn !== known.reviewOn || !sameColumns(work, known)) refreshed.push(draft);
    }
    await this.documents.refresh(scope, transaction, refreshed);
    this.addEvents(scope, transaction, drafts, locked);
    await this.documents.write(scope, transaction, { documents: drafts }, locked);
    return drafts.length;
  }

  /** Call it with locked documents: a later change of a name or an account then waits for them and rebuilds them. */
  private async rebuild(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, WorkDraft>> {
    if (studentIds.length === 0) return new Map();
    const progress = await this.progress.load(scope, transaction, studentIds);
    const faculty = await this.viewsOf(scope, transaction, [...progress.values()]);
    const current = await this.tenancy.withStoredSettings(scope, transaction);
    const today = todayOf(current);
    return new Map(
      studentIds.map((id) => [id, draftWork(current, progress.get(id) ?? NO_PROGRESS, faculty, today)]),
    );
  }

  private async drawNewcomers(
    scope: Scope,
    transaction: Transaction,
    newcomers: readonly User[],
  ): Promise<DocumentDraft[]> {
    if (newcomers.length === 0) return [];
    const current = await this.tenancy.withStoredSettings(scope, transaction);
    const work = draftWork(current, NO_PROGRESS, new Map(), todayOf(current));
    return newcomers.map((student) => ({ studentId: student.id, ...draftPerson(student), ...work }));
  }

  /**
   * For people who are Students again and still have progress. They have no document that could be locked and that a
   * concurrent change of a committee member would find, so the members themselves are locked.
   */
  private async rebuildReturning(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, WorkDraft>> {
    const progress = await this.progress.load(scope, transaction, studentIds);
    const members = [...progress.values()].flatMap((one) => one.members.map(({ facultyId }) => facultyId));
    await this.people.lock(scope, transaction, members);
    return this.rebuild(scope, transaction, studentIds);
  }

  private async viewsOf(
    scope: Scope,
    transaction: Transaction,
    progress: readonly StudentProgress[],
  ): Promise<FacultyViews> {
    const ids = new Set(progress.flatMap(({ members }) => members.map(({ facultyId }) => facultyId)));
    const people = await this.people.find(scope, transaction, [...ids]);
    return new Map(
      [...ids].flatMap((id) => {
        const user = people.get(id);
        return user === undefined ? [] : [[id, viewFaculty(user)] as const];
      }),
    );
  }
}

function personOf({ person, sortName, programId, entry }: PersonPart): PersonPart {
  return { person, sortName, programId, entry };
}

/** Whether the texts are equal except for the day of the calculation, `asOf`. */
function sameWork(one: string, other: string): boolean {
  const withoutDay = (text: string): string => text.replace(/"asOf":"[0-9-]{10}"/, '');
  return withoutDay(one) === withoutDay(other);
}

function differs(draft: DocumentDraft, known: ProgressDocument | undefined): boolean {
  return known === undefined || draft.person !== known.person || !sameWork(draft.progress, known.progress);
}
