import { Controller, Get, Param, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  PersonDisclosureDto,
  PersonDisclosuresMetaDto,
  PersonDisclosuresQueryDto,
} from './disclosures.dto.js';
import { DisclosuresService } from './disclosures.service.js';

/** Who was given data about one person. */
@Controller('api/v1/admin/users')
@RequireAdministrator()
export class PersonDisclosuresController {
  constructor(private readonly disclosures: DisclosuresService) {}

  @Get(':id/disclosures')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List who was given data about a user',
    description:
      'By day, credential or administrator, and kind; the latest day first. A page may be shorter than limit and ' +
      'still have a meta.nextCursor, because a call reads a bounded number of rows. By the 950/951 ID, else the ' +
      'legacyNumber; of an erased user by the ID.',
    answers: { 200: { dto: PersonDisclosureDto, isList: true, meta: PersonDisclosuresMetaDto } },
    refusals: ['USER_NOT_FOUND'],
  })
  list(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: PersonDisclosuresQueryDto,
  ): Promise<Success<PersonDisclosureDto[]>> {
    return this.disclosures.ofPerson(scope, id, query);
  }
}
