import { HoldNotFound } from '../../errors/users.errors.js';
import { Controller, Get, Param } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { HoldDto, HoldPathDto } from './hold.dto.js';
import { HoldsService } from './holds.service.js';

@Controller('api/v1/integration/holds')
@RequireScope('users')
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  @Get(':id')
  @ApiOperationWith({
    summary: 'Read a held de-provisioning',
    description: 'What became of a request that was answered with DEPROVISIONING HELD.',
    tag: 'Users',
    answers: { 200: { dto: HoldDto } },
    refusals: ['VALIDATION_FAILED', new HoldNotFound()],
  })
  async get(@CurrentScope() scope: Scope, @Param() { id }: HoldPathDto): Promise<Success<HoldDto>> {
    return success(await this.holds.present(scope, id));
  }
}
