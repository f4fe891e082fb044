import { Controller, Get, Param, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { RequestRowDto } from '../requests/requests.dto.js';
import {
  PersonRequestsQueryDto,
  PersonSubmissionDto,
  PersonSubmissionsQueryDto,
  SeatDto,
  SeatsQueryDto,
} from './person.dto.js';
import { PersonService } from './person.service.js';
import { PersonStatusDto } from './person-status.dto.js';
import { PersonStatusService } from './person-status.service.js';

/** The parts of a person's page. */
@Controller('api/v1/admin/users')
@RequireAdministrator()
export class PersonController {
  constructor(
    private readonly person: PersonService,
    private readonly statuses: PersonStatusService,
  ) {}

  @Get(':id/status')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Say whether a user can log in, and why',
    description:
      'Who set the account status, whether a source would set it again, until when the user is kept active, and ' +
      'how much there is about the user in each list.',
    answers: { 200: { dto: PersonStatusDto } },
    refusals: ['USER_NOT_FOUND'],
  })
  status(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<PersonStatusDto>> {
    return this.statuses.of(scope, id);
  }

  @Get(':id/seats')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the seats of a user in committees',
    description:
      'With the pacing of each student; those first that a departure of the user would leave open, in the order of ' +
      "the students' names.",
    answers: { 200: { dto: SeatDto, isList: true } },
    refusals: ['USER_NOT_FOUND'],
  })
  seats(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: SeatsQueryDto,
  ): Promise<Success<SeatDto[]>> {
    return this.person.seats(scope, id, query);
  }

  @Get(':id/submissions')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the submissions of a student',
    description: 'Without their fields; the latest first.',
    answers: { 200: { dto: PersonSubmissionDto, isList: true } },
    refusals: ['USER_NOT_FOUND'],
  })
  submissions(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: PersonSubmissionsQueryDto,
  ): Promise<Success<PersonSubmissionDto[]>> {
    return this.person.submissions(scope, id, query);
  }

  @Get(':id/requests')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the logged requests that changed a user',
    description:
      'Those of the latest hundred changes and the latest hundred refused rows, while the request log keeps them; ' +
      'the latest first.',
    answers: { 200: { dto: RequestRowDto, isList: true } },
    refusals: ['USER_NOT_FOUND'],
  })
  requests(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: PersonRequestsQueryDto,
  ): Promise<Success<RequestRowDto[]>> {
    return this.person.requests(scope, id, query);
  }
}
