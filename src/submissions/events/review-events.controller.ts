import { Controller, Post, Req, UseFilters } from '@nestjs/common';
import type { Request } from 'express';

import { UnsupportedMediaType } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiEvents } from '../../http/openapi/openapi.decorators.js';
import { JsonBody } from '../../http/server/json-body.guard.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { CountedWorkflowRefusals } from '../../users/runs/counted-workflow-refusals.filter.js';
import { EventResultDto, ReviewEventDto } from './dto/review-event.dto.js';
import { EVENT_BODIES } from './event-reader.js';
import { ReviewEventsService } from './review-events.service.js';

@Controller('api/v1/workflow/events')
@RequireScope('workflow')
export class ReviewEventsController {
  constructor(private readonly events: ReviewEventsService) {}

  @Post()
  @UseFilters(CountedWorkflowRefusals)
  @JsonBody({ accepted: EVENT_BODIES })
  @ApiEvents({
    summary: 'Follow the review events of another system',
    description:
      'CloudEvents 1.0, structured, as a batch of up to 1,000, or binary (the attributes as headers ce-id, ce-source ' +
      'and so on, data as application/json). The submission follows also where its review would not allow the move, ' +
      'unless the event is older than its latest move. The same source and id has an effect once in 90 days. For a ' +
      'batch data is a list: one result for each event, in order.',
    tag: 'Submissions',
    event: ReviewEventDto,
    answers: { 200: { dto: EventResultDto, orListOf: true } },
    refusals: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'PAYLOAD_TOO_LARGE',
      new UnsupportedMediaType([...EVENT_BODIES.keys()].join(' or '), { type: 'text/plain' }),
      'USER_NOT_FOUND',
      'SUBMISSION_NOT_FOUND',
      'INVALID_TRANSITION',
    ],
  })
  async receive(
    @CurrentScope() scope: Scope,
    @Req() request: Request,
  ): Promise<Success<EventResultDto | EventResultDto[]>> {
    return success(await this.events.receive(scope, request));
  }
}
