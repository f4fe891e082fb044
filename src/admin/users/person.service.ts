import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import type { Success } from '../../http/answers.js';
import { MemberSeatsService } from '../../progress/seats/member-seats.service.js';
import { REQUEST_ID, RequestsService } from '../../request-log/requests.service.js';
import { SubmissionsOfStudent } from '../../submissions/submissions-of-student.js';
import type { Scope } from '../../tenancy/scope.js';
import { FailedRowsService } from '../../users/failed-rows/failed-rows.service.js';
import { UserHistoryService } from '../../users/history/user-history.service.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, pageRangeOf } from '../../http/lists/list-query.js';
import { presentRow, type RequestRowDto } from '../requests/requests.dto.js';
import {
  type PersonRequestsQueryDto,
  type PersonSubmissionDto,
  type PersonSubmissionsQueryDto,
  presentPersonSubmission,
  presentSeat,
  type SeatDto,
  type SeatsQueryDto,
} from './person.dto.js';

/** Older requests are found by the request ID of the entry in the history. */
const MOST_REQUESTS = 100;

/** The parts of a person's page that other rooms know. */
@Injectable()
export class PersonService {
  constructor(
    private readonly people: UserLookup,
    private readonly memberSeats: MemberSeatsService,
    private readonly ofStudent: SubmissionsOfStudent,
    private readonly history: UserHistoryService,
    private readonly failures: FailedRowsService,
    private readonly log: RequestsService,
    private readonly labels: ActorLabels,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {UserNotFound} when the tenant has no such user */
  async seats(scope: Scope, reference: string, query: SeatsQueryDto): Promise<Success<SeatDto[]>> {
    const id = await this.idOf(scope, reference);
    const { affected, order = 'ASC' } = query;
    const range = { onlyAffected: affected === 'true', order, ...pageRangeOf(query) };
    const { rows, total } = await this.memberSeats.page(scope, id, range);
    return listed(rows.map(presentSeat), total, query);
  }

  /** @throws {UserNotFound} like {@link seats} */
  async submissions(
    scope: Scope,
    reference: string,
    query: PersonSubmissionsQueryDto,
  ): Promise<Success<PersonSubmissionDto[]>> {
    const id = await this.idOf(scope, reference);
    const range = { order: query.order ?? 'DESC', ...pageRangeOf(query) };
    const { rows, total } = await this.ofStudent.page(scope, id, range);
    return listed(rows.map(presentPersonSubmission), total, query);
  }

  /**
   * The requests that changed the person, or sent a row about them that was refused; the latest hundred of each.
   * @throws {UserNotFound} like {@link seats}
   */
  async requests(
    scope: Scope,
    reference: string,
    query: PersonRequestsQueryDto,
  ): Promise<Success<RequestRowDto[]>> {
    const userId = await this.idOf(scope, reference);
    const latest = { order: 'DESC', offset: 0, limit: MOST_REQUESTS } as const;
    const [changes, failures] = await Promise.all([
      this.history.page(scope, userId, latest),
      this.failures.page(scope, { userId }, latest),
    ]);
    const ids = new Set([...changes.rows, ...failures.rows].map(({ requestId }) => requestId));
    const known = [...ids].filter((id) => REQUEST_ID.test(id));
    const found = await this.log.withIds(scope, known, MOST_REQUESTS);
    const sorted = query.order === 'ASC' ? found.toReversed() : found;
    const { offset, limit } = pageRangeOf(query);
    const page = sorted.slice(offset, offset + limit);
    const labelOf = await this.labels.of(scope, page, ({ actor }) => actor);
    return listed(
      page.map((request) => presentRow(request, labelOf(request.actor))),
      found.length,
      query,
    );
  }

  private async idOf(scope: Scope, reference: string): Promise<string> {
    const user = (await this.people.find(scope, this.unitOfWork.single, [reference])).get(reference);
    if (user === undefined) throw new UserNotFound();
    return user.id;
  }
}
