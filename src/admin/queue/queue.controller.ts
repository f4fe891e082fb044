import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { SubmissionPathDto } from '../../submissions/dto/submission.dto.js';
import { TargetQueryDto } from '../../sync/dto/sync.dto.js';
import { EnvelopeDto } from '../../sync/dto/envelope.dto.js';
import type { Envelope } from '../../sync/envelope/envelope.js';
import { BulkReplayedDto, MOST_REPLAYED } from '../../sync/replay/replay.dto.js';
import { PreviewService } from '../../sync/envelope/preview.service.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  QueueListQueryDto,
  QueueMetaDto,
  QueueRowDto,
  QueueStepDto,
  ReplayedDto,
  ReplayMatchingDto,
  ReplaySelectionDto,
} from './queue.dto.js';
import { AdminQueueService } from './queue.service.js';

const ONE = ['VALIDATION_FAILED', 'SUBMISSION_NOT_FOUND'] as const;

@Controller('api/v1/admin/queue')
@RequireAdministrator()
export class AdminQueueController {
  constructor(
    private readonly queue: AdminQueueService,
    private readonly previews: PreviewService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the sync queue with the names of students',
    description:
      'meta.totals counts every status of the tenant, with any filter. The latest change comes first; with ' +
      'targetSystem, failure, errorGroup, from or to the latest transition.',
    answers: { 200: { dto: QueueRowDto, isList: true, meta: QueueMetaDto } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: QueueListQueryDto): Promise<Success<QueueRowDto[]>> {
    return this.queue.list(scope, query);
  }

  @Post('replay')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Queue a selection of submissions again',
    description: 'Each submission is queued, or refused, by itself; the results come in the order sent.',
    answers: { 200: { dto: ReplayedDto, isList: true } },
  })
  replay(@CurrentScope() scope: Scope, @Body() body: ReplaySelectionDto): Promise<Success<ReplayedDto[]>> {
    return this.queue.replay(scope, body);
  }

  @Post('replay-matching')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Queue all items that match a filter again',
    description:
      `Up to ${MOST_REPLAYED} items, those first that have stayed as they are for longest. Items whose submission ` +
      'has discrepancies that no administrator has decided are left out and counted, unless includeUndecided is true.',
    answers: { 200: { dto: BulkReplayedDto } },
  })
  replayMatching(
    @CurrentScope() scope: Scope,
    @Body() body: ReplayMatchingDto,
  ): Promise<Success<BulkReplayedDto>> {
    return this.queue.replayMatching(scope, body);
  }

  @Get(':submissionId')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read an item of the sync queue',
    description: 'The item as the list shows it, by the ID of its submission.',
    answers: { 200: { dto: QueueRowDto } },
    refusals: ONE,
  })
  get(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Query() { targetSystem }: TargetQueryDto,
  ): Promise<Success<QueueRowDto>> {
    return this.queue.get(scope, submissionId, targetSystem);
  }

  @Get(':submissionId/history')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Every step of a queue item, with who made it',
    description:
      'As GET /api/v1/integration/sync/queue/{submissionId}/history, ' +
      'with the label of the key, or the name of the person, that made each step.',
    answers: { 200: { dto: QueueStepDto, isList: true } },
    refusals: ONE,
  })
  history(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Query() { targetSystem }: TargetQueryDto,
  ): Promise<Success<QueueStepDto[]>> {
    return this.queue.history(scope, submissionId, targetSystem);
  }

  @Get(':submissionId/payload')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Preview the envelope of a queue item',
    description: 'What a connector would send for this submission; the service itself sends nothing.',
    answers: { 200: { dto: EnvelopeDto } },
    refusals: ONE,
  })
  payload(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Query() { targetSystem }: TargetQueryDto,
  ): Promise<Success<Envelope>> {
    return this.previews.preview(scope, submissionId, targetSystem);
  }
}
