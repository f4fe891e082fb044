import { Injectable, type OnModuleInit } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { UserChangesRepository } from '../../users/history/user-changes.repository.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { CommitteeImpacts } from '../../users/model/committee-impacts.js';
import { defaultName } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import { DEFAULT_LIMIT, type OpenSeatDto, type OpenSeatsQueryDto } from './open-seats.dto.js';
import { type OpenSeat, type SeatPlace, SeatsRepository } from './seats.repository.js';

const LIST = 'open seats, lost chairs first';
/** The same list in the order of the IDs alone, of versions before. */
const FORMER_LIST = 'open seats';

interface CursorContent {
  /** Distinguishes it from cursors of other lists, which are signed with the same key. */
  readonly list: typeof LIST | typeof FORMER_LIST;
  readonly place: SeatPlace;
}

/** People whose departures are read by one statement. */
const DEPARTURES_AT_ONCE = 100;

const START: SeatPlace = { withoutChair: true, studentId: '', facultyId: '' };

function isBehind(
  seat: Pick<OpenSeat, 'studentId' | 'facultyId'>,
  { studentId, facultyId }: SeatPlace,
): boolean {
  return seat.studentId > studentId || (seat.studentId === studentId && seat.facultyId > facultyId);
}

function nameOf(user: User | undefined, id: string): string {
  return user === undefined ? id : (user.name ?? defaultName(user));
}

/** The seats that departures have left open, and what a departure would leave open. */
@Injectable()
export class OpenSeatsService implements OnModuleInit {
  constructor(
    private readonly seats: SeatsRepository,
    private readonly impacts: CommitteeImpacts,
    private readonly people: UserLookup,
    private readonly changes: UserChangesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
  ) {}

  onModuleInit(): void {
    this.impacts.answerWith((scope, reader, ids) => this.seats.impactOf(scope, reader, ids));
  }

  /**
   * Students first whose chair has left and who have no other one, then the others, each in the order of their IDs.
   * @throws {ValidationFailed} when the cursor is of another tenant or list, or of the order before
   */
  async list(
    scope: Scope,
    { programId, limit = DEFAULT_LIMIT, cursor }: OpenSeatsQueryDto,
  ): Promise<Success<OpenSeatDto[]>> {
    const after = cursor === undefined ? START : this.placeOf(scope, cursor);
    const found = await this.after(scope, after, programId, limit + 1);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, last) : null;
    const meta = { count: page.length, limit, hasMore, nextCursor };
    return success(await this.present(scope, page), { meta });
  }

  /** At least `wanted` seats behind this place, unless there are fewer. */
  private async after(
    scope: Scope,
    place: SeatPlace,
    programId: string | undefined,
    wanted: number,
  ): Promise<OpenSeat[]> {
    const found = await this.afterIn(scope, place, programId, wanted);
    if (found.length >= wanted || !place.withoutChair) return found;
    const others = { ...START, withoutChair: false };
    return [...found, ...(await this.afterIn(scope, others, programId, wanted - found.length))];
  }

  /** The same, of students whose chair has left, or of the others. */
  private async afterIn(
    scope: Scope,
    place: SeatPlace,
    programId: string | undefined,
    wanted: number,
  ): Promise<OpenSeat[]> {
    const { withoutChair } = place;
    const reader = this.unitOfWork.single;
    const found: OpenSeat[] = [];
    let from = place.studentId;
    // A student has a seat each; that of the last page may have none left, and begins the next range again.
    const limit = wanted + 1;
    for (;;) {
      const students = await this.seats.students(scope, reader, { programId, withoutChair, from, limit });
      const seats = await this.seats.openSeats(scope, reader, students);
      const last = found.at(-1) ?? place;
      found.push(...seats.filter((seat) => isBehind(seat, last)).map((seat) => ({ ...seat, withoutChair })));
      const end = students.at(-1);
      if (found.length >= wanted || end === undefined || students.length < limit || end === from)
        return found;
      from = end;
    }
  }

  private async present(scope: Scope, seats: readonly OpenSeat[]): Promise<OpenSeatDto[]> {
    const reader = this.unitOfWork.single;
    const ids = new Set(seats.flatMap(({ studentId, facultyId }) => [studentId, facultyId]));
    const people = await this.people.find(scope, reader, [...ids]);
    const leftAt = await this.departures(scope, [...new Set(seats.map(({ facultyId }) => facultyId))]);
    return seats.map(({ studentId, facultyId, role, withoutChair }) => {
      const student = people.get(studentId);
      return {
        programId: student?.programId ?? null,
        studentId,
        studentLegacyNumber: student?.legacyNumber ?? null,
        studentName: nameOf(student, studentId),
        role,
        withoutChair,
        facultyId,
        facultyName: nameOf(people.get(facultyId), facultyId),
        leftAt: leftAt.get(facultyId)?.toISOString() ?? null,
      };
    });
  }

  private async departures(scope: Scope, ids: readonly string[]): Promise<Map<string, Date>> {
    const all = new Map<string, Date>();
    for (let start = 0; start < ids.length; start += DEPARTURES_AT_ONCE) {
      const some = ids.slice(start, start + DEPARTURES_AT_ONCE);
      for (const [id, at] of await this.changes.departures(scope, this.unitOfWork.single, some))
        all.set(id, at);
    }
    return all;
  }

  private cursorOf(scope: Scope, { withoutChair, studentId, facultyId }: OpenSeat): string {
    const content: CursorContent = { list: LIST, place: { withoutChair, studentId, facultyId } };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private placeOf(scope: Scope, cursor: string): SeatPlace {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as Partial<CursorContent>;
    if (content.list === FORMER_LIST)
      throw refuseCursor('the open seats have a new order since this cursor; begin again, without a cursor');
    if (content.list !== LIST || content.place === undefined)
      throw refuseCursor('cursor belongs to another list; send the nextCursor of a page of open seats');
    return content.place;
  }
}
