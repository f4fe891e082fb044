import { Controller, Get, Query } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { OpenSeatDto, OpenSeatsQueryDto } from './open-seats.dto.js';
import { OpenSeatsService } from './open-seats.service.js';

@Controller('api/v1/integration/progress/open-seats')
@RequireScope('progress')
export class OpenSeatsController {
  constructor(private readonly seats: OpenSeatsService) {}

  @Get()
  @ApiOperationWith({
    summary: 'List the committee seats that departures have left open',
    description:
      'Accepted seats of inactive people in committees of active students that are not dissolved, while the ' +
      'dissertation continues. Students first whose chair has left and who have no other one, then the others, ' +
      'each in the order of their IDs.',
    tag: 'Progress',
    answers: { 200: { dto: OpenSeatDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: OpenSeatsQueryDto): Promise<Success<OpenSeatDto[]>> {
    return this.seats.list(scope, query);
  }
}
