import { Body, Controller, Param, Post, Put, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { Success } from '../http/answers.js';
import { BulkQueryDto } from '../http/ndjson/bulk-query.dto.js';
import { StreamedBody } from '../http/server/json-body.guard.js';
import { NDJSON } from '../http/ndjson/bulk-input.js';
import { ApiBulk, ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';
import { CountedWorkflowRefusals } from '../users/runs/counted-workflow-refusals.filter.js';
import { BulkProgressService } from './bulk-progress.service.js';
import { BulkProgressDto } from './dto/bulk-progress.dto.js';
import {
  PutCommitteeDto,
  PutDissertationDto,
  PutMilestoneDto,
  PutVersionDto,
} from './dto/progress-parts.dto.js';
import { MilestonePathDto, StudentPathDto, VersionPathDto } from './dto/progress-path.dto.js';
import { CommitteeDto, DissertationDto, MilestoneDto, VersionDto } from './dto/progress-record.dto.js';
import { type PutPart, StudentProgressService } from './student-progress.service.js';

const REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'USER_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
const TAG = 'Progress (platform side)';

function reply<T>(response: Response, { created, answer }: PutPart<T>): Success<T> {
  response.status(created ? 201 : 200);
  return answer;
}

@Controller('api/v1/workflow')
@RequireScope('workflow')
export class StudentProgressController {
  constructor(
    private readonly progress: StudentProgressService,
    private readonly bulk: BulkProgressService,
  ) {}

  @Put('students/:studentId/dissertation')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Write the dissertation of a student',
    description: 'Title, status and dates. The versions stay; each is written by a call of its own.',
    tag: TAG,
    answers: { 200: { dto: DissertationDto }, 201: { dto: DissertationDto } },
    refusals: REFUSALS,
  })
  async putDissertation(
    @CurrentScope() scope: Scope,
    @Param() { studentId }: StudentPathDto,
    @Body() dissertation: PutDissertationDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<DissertationDto>> {
    return reply(response, await this.progress.putDissertation(scope, studentId, dissertation));
  }

  @Put('students/:studentId/dissertation/versions/:number')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Write a version of a dissertation',
    description: 'By its number: a new one adds a version, one that is there is replaced.',
    tag: TAG,
    answers: { 200: { dto: VersionDto }, 201: { dto: VersionDto } },
    refusals: REFUSALS,
  })
  async putVersion(
    @CurrentScope() scope: Scope,
    @Param() { studentId, number }: VersionPathDto,
    @Body() version: PutVersionDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<VersionDto>> {
    return reply(response, await this.progress.putVersion(scope, studentId, number, version));
  }

  @Put('students/:studentId/milestones/:code')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Write a milestone of a student',
    description: "The first milestone that is written copies the template of the student's program.",
    tag: TAG,
    answers: { 200: { dto: MilestoneDto }, 201: { dto: MilestoneDto } },
    refusals: REFUSALS,
  })
  async putMilestone(
    @CurrentScope() scope: Scope,
    @Param() { studentId, code }: MilestonePathDto,
    @Body() milestone: PutMilestoneDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<MilestoneDto>> {
    return reply(response, await this.progress.putMilestone(scope, studentId, code, milestone));
  }

  @Put('students/:studentId/committee')
  @UseFilters(CountedWorkflowRefusals)
  @ApiOperationWith({
    summary: 'Write the whole committee of a student',
    description:
      'Warns OVER_CAPACITY, ON_LEAVE and ROLE_NOT_SUPPORTED; ' +
      'refuses people who are unknown, Students, or not eligible.',
    tag: TAG,
    answers: { 200: { dto: CommitteeDto }, 201: { dto: CommitteeDto } },
    refusals: REFUSALS,
  })
  async putCommittee(
    @CurrentScope() scope: Scope,
    @Param() { studentId }: StudentPathDto,
    @Body() committee: PutCommitteeDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<CommitteeDto>> {
    return reply(response, await this.progress.putCommittee(scope, studentId, committee));
  }

  @Post('progress/bulk')
  @StreamedBody(NDJSON)
  @ApiBulk({
    summary: 'Write the progress of any number of students',
    description: 'One student per line with any of the four parts.',
    tag: TAG,
    row: BulkProgressDto,
  })
  async recordMany(
    @CurrentScope() scope: Scope,
    @Query() { dryRun }: BulkQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.bulk.record(scope, dryRun === true, request, response);
  }
}
