import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { ClaimNotFound } from '../errors/sync.errors.js';
import type { Success } from '../http/answers.js';
import { ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { SubmissionPathDto } from '../submissions/dto/submission.dto.js';
import { CurrentScope, RequireScope } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';
import {
  AckDto,
  QueueQueryDto,
  ReplayDto,
  SyncItemDto,
  SyncTransitionDto,
  TargetQueryDto,
} from './dto/sync.dto.js';
import { EnvelopeDto } from './dto/envelope.dto.js';
import type { Envelope } from './envelope/envelope.js';
import { PreviewService } from './envelope/preview.service.js';
import { QueueService } from './list/queue.service.js';
import { SyncService } from './sync.service.js';

const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SUBMISSION_NOT_FOUND',
] as const;
const TAG = 'Sync queue';

@Controller('api/v1/integration/sync')
@RequireScope('sync')
export class SyncController {
  constructor(
    private readonly sync: SyncService,
    private readonly queue: QueueService,
    private readonly previews: PreviewService,
  ) {}

  @Get('queue')
  @ApiOperationWith({
    summary: 'List the sync queue',
    description: 'Latest change first; meta.totals counts every status of the tenant.',
    tag: TAG,
    answers: { 200: { dto: SyncItemDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: QueueQueryDto): Promise<Success<SyncItemDto[]>> {
    return this.queue.list(scope, query);
  }

  @Get('queue/:submissionId/history')
  @ApiOperationWith({
    summary: 'Every step of a queue item',
    description:
      'From, to, cause, who and when, oldest step first. A submission that was never queued has none.',
    tag: TAG,
    answers: { 200: { dto: SyncTransitionDto, isList: true } },
    refusals: ['VALIDATION_FAILED', 'SUBMISSION_NOT_FOUND'],
  })
  history(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Query() { targetSystem }: TargetQueryDto,
  ): Promise<Success<SyncTransitionDto[]>> {
    return this.queue.history(scope, submissionId, targetSystem);
  }

  @Get('payload/:submissionId')
  @ApiOperationWith({
    summary: 'Preview the envelope of a submission',
    description:
      'A CloudEvents 1.0 event; its data follows the schema at /docs/schemas/sync-envelope.v1.json. ' +
      'Reading it changes nothing.',
    tag: TAG,
    answers: { 200: { dto: EnvelopeDto } },
    refusals: ['VALIDATION_FAILED', 'SUBMISSION_NOT_FOUND'],
  })
  preview(
    @CurrentScope() scope: Scope,
    @Param() { submissionId }: SubmissionPathDto,
    @Query() { targetSystem }: TargetQueryDto,
  ): Promise<Success<Envelope>> {
    return this.previews.preview(scope, submissionId, targetSystem);
  }

  @Post('replay')
  @ApiOperationWith({
    summary: 'Queue a submission again',
    description:
      'From any state to queued; lastError is cleared, attempts are kept. ' +
      'Unresolved discrepancies do not stop it, and are warned of.',
    tag: TAG,
    answers: { 200: { dto: SyncItemDto, message: 'SUBMISSION QUEUED' } },
    refusals: BODY_REFUSALS,
  })
  replay(@CurrentScope() scope: Scope, @Body() body: ReplayDto): Promise<Success<SyncItemDto>> {
    return this.sync.replay(scope, body);
  }

  @Post('ack')
  @ApiOperationWith({
    summary: 'Report what became of a submission',
    description:
      'processing counts an attempt, failed keeps lastError, the others clear it. Possible from any state. ' +
      'With claimId it holds for that lease only, processing counts no attempt, and the same report again ' +
      'answers meta.repeated. CONTENT_CHANGED warns that the submission was approved with other content ' +
      'meanwhile and is queued once more.',
    tag: TAG,
    answers: { 200: { dto: SyncItemDto, message: 'SYNC STATUS UPDATED' } },
    refusals: [...BODY_REFUSALS, new ClaimNotFound(), 'LEASE_LOST'],
  })
  ack(@CurrentScope() scope: Scope, @Body() body: AckDto): Promise<Success<SyncItemDto>> {
    return this.sync.ack(scope, body);
  }
}
