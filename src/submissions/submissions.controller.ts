import { DiscrepancyNotFound, InvalidTransition } from '../errors/submissions.errors.js';
import { Body, Controller, Get, Param, Post, Put, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';

import { success, type Success } from '../http/answers.js';
import { ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';
import { CountedWorkflowRefusals } from '../users/runs/counted-workflow-refusals.filter.js';
import { DecisionsService } from './discrepancies/decisions.service.js';
import { DiscrepanciesService } from './discrepancies/discrepancies.service.js';
import {
  ChangeStatusDto,
  DiscrepancyDto,
  DiscrepancyPathDto,
  presentDiscrepancy,
  presentSubmission,
  PutSubmissionDto,
  PutSubmissionPathDto,
  ResolveDiscrepancyDto,
  SubmissionDto,
  SubmissionPathDto,
} from './dto/submission.dto.js';
import { SubmissionsService } from './submissions.service.js';

const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
const TAG = 'Submissions';

const alreadyDecided = new InvalidTransition(
  'The submission is approved; its fields can be replaced before a decision only.',
);

@Controller('api/v1/workflow/submissions')
@RequireScope('workflow')
export class SubmissionsController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly decisions: DecisionsService,
  ) {}

  @Put(':submissionId')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Create a submission, or replace its fields before a decision',
    description: '201 with the status draft when the ID is new, else 200. Fields are replaced as a whole.',
    tag: TAG,
    answers: { 201: { dto: SubmissionDto }, 200: { dto: SubmissionDto } },
    refusals: [...BODY_REFUSALS, 'USER_NOT_FOUND', alreadyDecided],
  })
  async put(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: PutSubmissionPathDto,
    @Body() body: PutSubmissionDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SubmissionDto>> {
    const { created, submission } = await this.submissions.put(scope, submissionId, body);
    response.status(created ? 201 : 200);
    return success(presentSubmission(submission, await this.discrepancies.ofSubmission(scope, submissionId)));
  }

  @Post(':submissionId/status')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Move a submission through its review',
    description:
      'Moves to approved or closed queue it for other systems before the answer; if that fails, within seconds.',
    tag: TAG,
    answers: { 200: { dto: SubmissionDto } },
    refusals: [...BODY_REFUSALS, 'SUBMISSION_NOT_FOUND', 'INVALID_TRANSITION'],
  })
  async changeStatus(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Body() body: ChangeStatusDto,
  ): Promise<Success<SubmissionDto>> {
    const submission = await this.submissions.changeStatus(scope, submissionId, body);
    return success(presentSubmission(submission, await this.discrepancies.ofSubmission(scope, submissionId)));
  }

  @Get(':submissionId')
  @ApiOperationWith({
    summary: 'Read a submission and its discrepancies',
    description:
      'Its fields and review status, and the mapped fields that differ from the record, decided ones included.',
    tag: TAG,
    answers: { 200: { dto: SubmissionDto } },
    refusals: ['SUBMISSION_NOT_FOUND'],
  })
  async get(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
  ): Promise<Success<SubmissionDto>> {
    const submission = await this.submissions.get(scope, submissionId);
    return success(presentSubmission(submission, await this.discrepancies.ofSubmission(scope, submissionId)));
  }

  @Post(':submissionId/discrepancies/:id/resolve')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Decide about a discrepancy',
    description:
      'accept_submitted also updates the record. ' +
      'When the last one is resolved, a submission that was blocked by them is queued.',
    tag: TAG,
    answers: { 200: { dto: DiscrepancyDto } },
    refusals: [...BODY_REFUSALS, 'SUBMISSION_NOT_FOUND', new DiscrepancyNotFound(), 'IDENTITY_CONFLICT'],
  })
  async resolve(
    @CurrentScope() scope: Scope,
    @Param() { submissionId, id }: DiscrepancyPathDto,
    @Body() { resolution, note = null }: ResolveDiscrepancyDto,
  ): Promise<Success<DiscrepancyDto>> {
    const wanted = { id: Number(id), resolution, note };
    const { discrepancy } = await this.decisions.resolve(scope, submissionId, wanted);
    return success(presentDiscrepancy(discrepancy));
  }
}
