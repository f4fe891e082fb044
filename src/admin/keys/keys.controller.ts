import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { ApiKeyEnded, ApiKeyNotFound, ApiKeyUsed } from '../../errors/tenancy.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
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

@Controller('api/v1/admin/keys')
@RequireAdministrator()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List API keys',
    description: 'Labels, scopes, status and last use. A secret is never shown again.',
    answers: { 200: { dto: ApiKeyDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: KeysQueryDto): Promise<Success<ApiKeyDto[]>> {
    return this.keys.list(scope, query);
  }

  @Get(':apiKey')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show an API key',
    description: 'The key as the list shows it, by its public part.',
    answers: { 200: { dto: ApiKeyDto } },
    refusals: [new ApiKeyNotFound()],
  })
  show(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<ApiKeyDto>> {
    return this.keys.show(scope, apiKey);
  }

  @Get(':apiKey/activity')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show how an API key is used',
    description: 'Calls, errors and wrong secrets by day, addresses, and the keys before and after it.',
    answers: { 200: { dto: KeyActivityDto } },
    refusals: [new ApiKeyNotFound()],
  })
  activity(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<KeyActivityDto>> {
    return this.keys.activity(scope, apiKey);
  }

  @Post(':apiKey/handover')
  @ApiAdministration({
    summary: 'Hand an API key over by a one-time link',
    description:
      'For a key that no call has used. The first person who opens the link sees a new secret, once; ' +
      'the secret that the key had, and an earlier link, stop working now.',
    answers: { 201: { dto: IssuedHandoverDto } },
    refusals: [new ApiKeyNotFound(), new ApiKeyUsed()],
  })
  handOver(
    @CurrentScope() scope: Scope,
    @Param() { apiKey }: KeyPathDto,
    @Body() input: CreateHandoverDto,
  ): Promise<Success<IssuedHandoverDto>> {
    return this.keys.handOver(scope, apiKey, input);
  }

  @Post()
  @ApiAdministration({
    summary: 'Create an API key',
    description: 'The secret is in this answer and nowhere else.',
    answers: { 201: { dto: IssuedKeyDto } },
  })
  create(@CurrentScope() scope: Scope, @Body() input: CreateKeyDto): Promise<Success<IssuedKeyDto>> {
    return this.keys.create(scope, input);
  }

  @Post(':apiKey/rotate')
  @ApiAdministration({
    summary: 'Replace an API key',
    description:
      'The new key has the label, scopes and limit of the old one, and no expiry; ' +
      'the old one keeps working for the overlap.',
    answers: { 201: { dto: RotatedKeyDto } },
    refusals: [new ApiKeyNotFound(), new ApiKeyEnded('revoked')],
  })
  rotate(
    @CurrentScope() scope: Scope,
    @Param() { apiKey }: KeyPathDto,
    @Body() input: RotateKeyDto,
  ): Promise<Success<RotatedKeyDto>> {
    return this.keys.rotate(scope, apiKey, input);
  }

  @Post(':apiKey/revoke')
  @ApiAdministration({
    summary: 'Revoke an API key',
    description: 'It is refused within 5 seconds. Revoking it again changes nothing.',
    answers: { 200: { dto: ApiKeyDto } },
    refusals: [new ApiKeyNotFound()],
  })
  revoke(@CurrentScope() scope: Scope, @Param() { apiKey }: KeyPathDto): Promise<Success<ApiKeyDto>> {
    return this.keys.revoke(scope, apiKey);
  }
}
