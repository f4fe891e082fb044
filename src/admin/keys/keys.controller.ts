import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/auth.decorators.js';
import { ApiKeyEnded, ApiKeyNotFound, ApiKeyUsed } from '../../errors/tenancy.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateHandoverDto, IssuedHandoverDto } from './handovers.dto.js';
import { KeyActivityDto } from './key-activity.dto.js';
import {
  ApiKeyDto,
  CreateKeyDto,
  IssuedKeyDto,
  KeyPathDto,
  KeysQueryDto,
  RotatedKeyDto,
  RotateKeyDto,
} from './keys.dto.js';
import { KeysService } from './keys.service.js';

const TAG = 'Administration';
const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

@Controller('api/v1/admin/keys')
@RequireAdministrator()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiOperationWith({
    summary: 'List API keys',
    description: 'Labels, scopes, status and last use. A secret is never shown again.',
    tag: TAG,
    answers: { 200: { dto: ApiKeyDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: KeysQueryDto): Promise<Success<ApiKeyDto[]>> {
    return this.keys.list(scope, query);
  }

  @Get(':apiKey')
  @AlsoFor('auditor')
  @ApiOperationWith({
    summary: 'Show an API key',
    description: 'The key as the list shows it, by its public part.',
    tag: TAG,
    answers: { 200: { dto: ApiKeyDto } },
    refusals: [new ApiKeyNotFound()],
  })
  show(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<ApiKeyDto>> {
    return this.keys.show(scope, apiKey);
  }

  @Get(':apiKey/activity')
  @AlsoFor('auditor')
  @ApiOperationWith({
    summary: 'Show how an API key is used',
    description: 'Calls, errors and wrong secrets by day, addresses, and the keys before and after it.',
    tag: TAG,
    answers: { 200: { dto: KeyActivityDto } },
    refusals: [new ApiKeyNotFound()],
  })
  activity(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<KeyActivityDto>> {
    return this.keys.activity(scope, apiKey);
  }

  @Post(':apiKey/handover')
  @ApiOperationWith({
    summary: 'Hand an API key over by a one-time link',
    description:
      'For a key that no call has used. The first person who opens the link sees a new secret, once; ' +
      'the secret that the key had, and an earlier link, stop working now.',
    tag: TAG,
    answers: { 201: { dto: IssuedHandoverDto } },
    refusals: [...BODY_REFUSALS, new ApiKeyNotFound(), new ApiKeyUsed()],
  })
  handOver(
    @CurrentScope() scope: Scope,
    @Param() { apiKey }: KeyPathDto,
    @Body() wish: CreateHandoverDto,
  ): Promise<Success<IssuedHandoverDto>> {
    return this.keys.handOver(scope, apiKey, wish);
  }

  @Post()
  @ApiOperationWith({
    summary: 'Create an API key',
    description: 'The secret is in this answer and nowhere else.',
    tag: TAG,
    answers: { 201: { dto: IssuedKeyDto } },
    refusals: BODY_REFUSALS,
  })
  create(@CurrentScope() scope: Scope, @Body() wish: CreateKeyDto): Promise<Success<IssuedKeyDto>> {
    return this.keys.create(scope, wish);
  }

  @Post(':apiKey/rotate')
  @ApiOperationWith({
    summary: 'Replace an API key',
    description:
      'The new key has the label, scopes and limit of the old one, and no expiry; ' +
      'the old one keeps working for the overlap.',
    tag: TAG,
    answers: { 201: { dto: RotatedKeyDto } },
    refusals: [...BODY_REFUSALS, new ApiKeyNotFound(), new ApiKeyEnded('revoked')],
  })
  rotate(
    @CurrentScope() scope: Scope,
    @Param() { apiKey }: KeyPathDto,
    @Body() wish: RotateKeyDto,
  ): Promise<Success<RotatedKeyDto>> {
    return this.keys.rotate(scope, apiKey, wish);
  }

  @Post(':apiKey/revoke')
  @HttpCode(200)
  @ApiOperationWith({
    summary: 'Revoke an API key',
    description: 'It is refused within 5 seconds. Revoking it again changes nothing.',
    tag: TAG,
    answers: { 200: { dto: ApiKeyDto } },
    refusals: [new ApiKeyNotFound()],
  })
  revoke(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<ApiKeyDto>> {
    return this.keys.revoke(scope, apiKey);
  }
}
