import { Controller, Get } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { AttentionDto } from './attention.dto.js';
import { AttentionService } from './attention.service.js';

@Controller('api/v1/admin/attention')
@RequireAdministrator()
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'What needs an administrator',
    description: 'Numbers, for the badges of the menu: each is zero when all is well.',
    answers: { 200: { dto: AttentionDto } },
  })
  show(@CurrentScope() scope: Scope): Promise<Success<AttentionDto>> {
    return this.attention.show(scope);
  }
}
