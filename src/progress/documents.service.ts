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
import { type DocumentDraft, DocumentsRepository, hasColumns } from './documents.repository.js';
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
  /** IDs of students whose work is shown differently. They may be among `students` too. */
  readonly ofWork: readonly string[];
}

type WorkDraft = Pick<DocumentDraft, 'progress' | 'reviewOn'> & WorkColumns;

export function todayOf(scope: Scope): Day {
  return dayIn(scope.tenant.timeZone, nowOf(scope));
}

/** The part of a document about the work. */
function draftWork(
  scope: Scope,
  { accountStatus }: Pick<User, 'accountStatus'>,
  progress: StudentProgress,
  faculty: FacultyViews,
  today: Day,
): WorkDraft {
  const { parts, reviewOn } = presentProgress(progress, faculty, scope.tenant, today);
  return { progress: progressText(parts), reviewOn, ...columnsOf(parts, accountStatus === 'active') };
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
      ...draftWork(current, student, after, faculty, todayOf(current)),
    }));
    this.addEvents(scope, transaction, drafts, locked);
    await this.documents.write(scope, transaction, { documents: drafts }, locked);
  }

  /** Writes the documents that depend on changed people, in the transaction that changes them. */
  async followPeople(scope: Scope, transaction: Transaction, people: ChangedPeople): Promise<void> {
    const { newcomers, students, formerStudents, ofWork } = people;
    const changed = new Map(students.map((student) => [student.id, student]));
    const gone = new Set(formerStudents.map(({ id }) => id));
    const ids = [...new Set([...changed.keys(), ...ofWork])].filter((id) => !gone.has(id));
    const locked = await this.documents.lockPlaces(scope, transaction, [...gone, ...ids]);
    const returning = students.filter(({ id }) => !locked.has(id));
    const returningIds = returning.map(({ id }) => id);
    const removals = await this.documents.deleteRemovals(scope, transaction, returningIds);
    const again = [...new Set(ofWork)].filter((id) => locked.has(id) && !gone.has(id));
    const known = await this.documents.lock(scope, transaction, again);
    const rebuilt = new Map([
      ...(await this.rebuildReturning(scope, transaction, returning)),
      ...(await this.rebuild(scope, transaction, await this.studentsOf(scope, transaction, again, changed))),
    ]);
    const drafts = [...rebuilt.values()];
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
   * Draws these documents again, because of the day, of the tenant's settings, or of columns that a version before has
   * not written. One whose text stays the same gets its columns and its next review without a new stamp.
   * @returns how many changed
   */
  async review(scope: Scope, transaction: Transaction, studentIds: readonly string[]): Promise<number> {
    const locked = await this.documents.lock(scope, transaction, studentIds);
    const students = await this.studentsOf(scope, transaction, [...locked.keys()]);
    const rebuilt = await this.rebuild(scope, transaction, students);
    const drafts: DocumentDraft[] = [];
    const refreshed: DocumentDraft[] = [];
    for (const [studentId, known] of locked) {
      const draft = rebuilt.get(studentId);
      if (draft === undefined) throw new Error('a record has no user, and cannot be drawn again');
      if (differs(draft, known)) drafts.push(draft);
      else if (draft.reviewOn !== known.reviewOn || !hasColumns(known) || !sameColumns(draft, known))
        refreshed.push(draft);
    }
    await this.documents.refresh(scope, transaction, refreshed, locked);
    this.addEvents(scope, transaction, drafts, locked);
    await this.documents.write(scope, transaction, { documents: drafts }, locked);
    return drafts.length;
  }

  /** Call it with locked documents: a later change of a name or an account then waits for them and rebuilds them. */
  private async rebuild(
    scope: Scope,
    transaction: Transaction,
    students: readonly User[],
  ): Promise<Map<string, DocumentDraft>> {
    if (students.length === 0) return new Map();
    const progress = await this.progress.load(
      scope,
      transaction,
      students.map(({ id }) => id),
    );
    const faculty = await this.viewsOf(scope, transaction, [...progress.values()]);
    const current = await this.tenancy.withStoredSettings(scope, transaction);
    const today = todayOf(current);
    const drafts = students.map((student) => ({
      studentId: student.id,
      ...draftPerson(student),
      ...draftWork(current, student, progress.get(student.id) ?? NO_PROGRESS, faculty, today),
    }));
    return new Map(drafts.map((draft) => [draft.studentId, draft]));
  }

  /** The students of locked documents. @param changed those whom the caller has already */
  private async studentsOf(
    scope: Scope,
    transaction: Transaction,
    ids: readonly string[],
    changed: ReadonlyMap<string, User> = new Map(),
  ): Promise<User[]> {
    const unknown = ids.filter((id) => !changed.has(id));
    if (unknown.length === 0) return ids.flatMap((id) => changed.get(id) ?? []);
    const found = await this.people.find(scope, transaction, unknown);
    return ids.flatMap((id) => changed.get(id) ?? found.get(id) ?? []);
  }

  private async drawNewcomers(
    scope: Scope,
    transaction: Transaction,
    newcomers: readonly User[],
  ): Promise<DocumentDraft[]> {
    if (newcomers.length === 0) return [];
    const current = await this.tenancy.withStoredSettings(scope, transaction);
    // Nothing is due yet, so that the state of the account makes no difference.
    const work = draftWork(current, { accountStatus: 'active' }, NO_PROGRESS, new Map(), todayOf(current));
    return newcomers.map((student) => ({ studentId: student.id, ...draftPerson(student), ...work }));
  }

  /**
   * For people who are Students again and still have progress. They have no document that could be locked and that a
   * concurrent change of a committee member would find, so the members themselves are locked.
   */
  private async rebuildReturning(
    scope: Scope,
    transaction: Transaction,
    students: readonly User[],
  ): Promise<Map<string, DocumentDraft>> {
    const ids = students.map(({ id }) => id);
    const progress = await this.progress.load(scope, transaction, ids);
    const members = [...progress.values()].flatMap((one) => one.members.map(({ facultyId }) => facultyId));
    await this.people.lock(scope, transaction, members);
    return this.rebuild(scope, transaction, students);
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

/** Whether the texts are equal except for the day of the calculation, `asOf`. */
function sameWork(one: string, other: string): boolean {
  const withoutDay = (text: string): string => text.replace(/"asOf":"[0-9-]{10}"/, '');
  return withoutDay(one) === withoutDay(other);
}

function differs(draft: DocumentDraft, known: ProgressDocument | undefined): boolean {
  return known === undefined || draft.person !== known.person || !sameWork(draft.progress, known.progress);
}
