import { Body, Controller, Post } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { MatchDto } from './match.dto.js';
import { MatchService } from './match.service.js';

@Controller('api/v1/integration/users/match')
@RequireScope('users')
export class MatchController {
  constructor(private readonly matching: MatchService) {}

  @Post()
  @ApiOperationWith({
    summary: 'Ask whom a person would match',
    description:
      'Answers what a post of this body would do now, and up to 10 stored people who may be the same person, with ' +
      'how confident that is and why. It writes nothing and links no one.',
    tag: 'Users',
    answers: { 200: { dto: MatchDto } },
    refusals: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  match(@CurrentScope() scope: Scope, @Body() person: CreateUpdateUserDto): Promise<Success<MatchDto>> {
    return this.matching.match(scope, person);
  }
}
