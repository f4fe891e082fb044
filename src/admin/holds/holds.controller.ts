import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { HoldNotFound } from '../../errors/users.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { HoldPathDto } from '../../users/deprovisioning-limits/hold.dto.js';
import { DecisionPreviewDto, HoldDetailDto, PreviewDecisionDto } from './hold-context.dto.js';
import {
  DecidedDto,
  DecidedRunDto,
  DecideRunDto,
  DecideSelectionDto,
  HeldRunDto,
  HoldListQueryDto,
  HoldRowDto,
  ReopenHoldsDto,
} from './holds.dto.js';
import { AdminHoldsService } from './holds.service.js';

@Controller('api/v1/admin/holds')
@RequireAdministrator()
export class AdminHoldsController {
  constructor(private readonly holds: AdminHoldsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List held de-provisionings',
    description: 'Open and decided holds, with who decided; the latest request first.',
    answers: { 200: { dto: HoldRowDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: HoldListQueryDto): Promise<Success<HoldRowDto[]>> {
    return this.holds.list(scope, query);
  }

  @Get('runs')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the runs with open holds',
    description: 'Each run with the number of its de-provisionings that are still held, and since when.',
    answers: { 200: { dto: HeldRunDto, isList: true } },
  })
  runs(@CurrentScope() scope: Scope): Promise<Success<HeldRunDto[]>> {
    return this.holds.runs(scope);
  }

  @Post('preview')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Preview the release of held de-provisionings',
    description:
      'Who would be de-provisioned, and what that means for committees: of a selection, or of all open holds of a run.',
    answers: { 200: { dto: DecisionPreviewDto } },
  })
  preview(
    @CurrentScope() scope: Scope,
    @Body() body: PreviewDecisionDto,
  ): Promise<Success<DecisionPreviewDto>> {
    return this.holds.preview(scope, body);
  }

  @Post('decide')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Release or reject a selection of held de-provisionings',
    description:
      'A released user is de-provisioned, and has no session when the answer arrives. A rejected one stays active: ' +
      'when the same run asks again, or until the day keepActiveUntil when any source does. ' +
      'Each has its own result, in the order sent. Deciding again changes nothing.',
    answers: { 200: { dto: DecidedDto, isList: true } },
  })
  decide(@CurrentScope() scope: Scope, @Body() body: DecideSelectionDto): Promise<Success<DecidedDto[]>> {
    return this.holds.decide(scope, body);
  }

  @Post('decide-run')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Release or reject the held de-provisionings of a run',
    description: 'At most 500 at once; call again while holds remain.',
    answers: { 200: { dto: DecidedRunDto } },
  })
  decideRun(@CurrentScope() scope: Scope, @Body() body: DecideRunDto): Promise<Success<DecidedRunDto>> {
    return this.holds.decideRun(scope, body);
  }

  @Post('reopen')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Take decisions about held de-provisionings back',
    description:
      'The de-provisionings are held again, users whom a release has de-provisioned are active again, and the day ' +
      'until which a rejection keeps users active does not count any more. Each has ' +
      'its own result, in the order sent: refused are those whose status has changed since, who have another ' +
      'open hold or were kept active by another decision, and what was decided more than 7 days ago. ' +
      'An open hold is answered as it is.',
    answers: { 200: { dto: DecidedDto, isList: true } },
  })
  reopen(@CurrentScope() scope: Scope, @Body() body: ReopenHoldsDto): Promise<Success<DecidedDto[]>> {
    return this.holds.reopen(scope, body);
  }

  @Get(':id')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show a held de-provisioning',
    description:
      'The user, the limits it was beyond, the key that asked for the de-provisioning and what runs like this one ' +
      'usually do, and who decided.',
    answers: { 200: { dto: HoldDetailDto } },
    refusals: ['VALIDATION_FAILED', new HoldNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param() { id }: HoldPathDto): Promise<Success<HoldDetailDto>> {
    return this.holds.get(scope, id);
  }
}
