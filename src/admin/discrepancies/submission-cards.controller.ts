import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { DiscrepancyNotFound } from '../../errors/submissions.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { SubmissionPathDto } from '../../submissions/dto/submission.dto.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { SubmissionCardsService } from './submission-cards.service.js';
import {
  ResolveSubmissionDto,
  SubmissionCardDto,
  WaitingSubmissionDto,
  WaitingSubmissionsQueryDto,
} from './waiting.dto.js';

@Controller('api/v1/admin/submissions')
@RequireAdministrator()
export class SubmissionCardsController {
  constructor(private readonly cards: SubmissionCardsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List submissions that wait for decisions',
    description: 'Those with open discrepancies; by default the one first that has waited for longest.',
    answers: { 200: { dto: WaitingSubmissionDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: WaitingSubmissionsQueryDto,
  ): Promise<Success<WaitingSubmissionDto[]>> {
    return this.cards.list(scope, query);
  }

  @Get(':submissionId')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read a submission with its whole form',
    description: 'Every form field beside the record, and all discrepancies, decided ones included.',
    answers: { 200: { dto: SubmissionCardDto } },
    refusals: ['SUBMISSION_NOT_FOUND'],
  })
  get(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
  ): Promise<Success<SubmissionCardDto>> {
    return this.cards.get(scope, submissionId);
  }

  @Post(':submissionId/resolve')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Decide about discrepancies of one submission together',
    description:
      'All of them or none: when one value cannot be accepted, nothing is decided. Those that are decided already ' +
      'stay as they are.',
    answers: { 200: { dto: SubmissionCardDto } },
    refusals: ['SUBMISSION_NOT_FOUND', new DiscrepancyNotFound(), 'IDENTITY_CONFLICT'],
  })
  resolve(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Body() body: ResolveSubmissionDto,
  ): Promise<Success<SubmissionCardDto>> {
    return this.cards.resolve(scope, submissionId, body);
  }
}
