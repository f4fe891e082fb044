import { Body, Controller, Param, Post } from '@nestjs/common';

import { ClaimNotFound } from '../../errors/sync.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { Gone } from '../../http/server/gone.decorator.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../../http/server/idempotency-key.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { presentItem } from '../dto/sync.dto.js';
import {
  ClaimDto,
  ClaimedItemDto,
  ClaimPathDto,
  ClaimsMetaDto,
  ExtendDto,
  LeaseDto,
  presentClaimed,
  presentPaused,
  ReleasedItemDto,
  ReleaseDto,
  inputOf,
} from './claims.dto.js';
import { ClaimsService } from './claims.service.js';
import { LeasesService } from './leases.service.js';

const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
const TAG = 'Sync queue';

@Controller('api/v1/integration/sync/claims')
@RequireScope('sync')
export class ClaimsController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly leases: LeasesService,
  ) {}

  @Post()
  @ApiIdempotencyKey(
    'The same key with the same body gives those of its items that are still leased, so that a lost answer loses ' +
      'nothing.',
  )
  @ApiOperationWith({
    summary: 'Take items of the queue, each with a lease',
    description:
      'Longest queued first, and of each student and target system one after the other. An item is processing until ' +
      'it is acknowledged, released, or its lease ends. waitSeconds waits for a first item. Of a target system that ' +
      'an administrator has paused nothing is handed out; meta.paused names it.',
    tag: TAG,
    answers: { 200: { dto: ClaimedItemDto, isList: true, meta: ClaimsMetaDto } },
    refusals: [...BODY_REFUSALS, 'IDEMPOTENCY_CONFLICT'],
  })
  async claim(
    @CurrentScope() scope: Scope,
    @Body() body: ClaimDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Gone() gone: AbortSignal,
  ): Promise<Success<ClaimedItemDto[]>> {
    const { items, waiting, paused } = await this.claims.claim(scope, inputOf(body), {
      idempotencyKey,
      gone,
    });
    const meta = { count: items.length, waiting, ...presentPaused(paused) };
    return success(items.map(presentClaimed), { meta });
  }

  @Post(':claimId/extend')
  @ApiOperationWith({
    summary: 'Prolong a lease',
    description:
      'The lease ends leaseSeconds from now. LEASE_LOST: it has ended, and the item must be dropped.',
    tag: TAG,
    answers: { 200: { dto: LeaseDto } },
    refusals: [...BODY_REFUSALS, new ClaimNotFound(), 'LEASE_LOST'],
  })
  async extend(
    @CurrentScope() scope: Scope,
    @Param() { claimId }: ClaimPathDto,
    @Body() { leaseSeconds }: ExtendDto,
  ): Promise<Success<LeaseDto>> {
    const { leaseUntil } = await this.leases.extend(scope, claimId, leaseSeconds);
    return success({ claimId, leaseUntil: leaseUntil.toISOString() });
  }

  @Post(':claimId/release')
  @ApiOperationWith({
    summary: 'Give an item back',
    description:
      'It is queued again at its place, and not handed out before the delay. After syncMaxAttempts attempts it has ' +
      'failed.',
    tag: TAG,
    answers: { 200: { dto: ReleasedItemDto } },
    refusals: [...BODY_REFUSALS, new ClaimNotFound(), 'LEASE_LOST'],
  })
  async release(
    @CurrentScope() scope: Scope,
    @Param() { claimId }: ClaimPathDto,
    @Body() body: ReleaseDto,
  ): Promise<Success<ReleasedItemDto>> {
    const { item, notBefore } = await this.leases.release(scope, claimId, body);
    return success({ ...presentItem(item), notBefore: notBefore?.toISOString() ?? null });
  }
}
