import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { RuleExists, RuleNotFound } from '../../errors/submissions.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { UNUSED_DAYS } from '../../submissions/discrepancies/rules/unused-rules.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateRuleDto, RuleDto, RuleListQueryDto, RulePathDto } from './discrepancy-rules.dto.js';
import { AdminDiscrepancyRulesService } from './discrepancy-rules.service.js';

@Controller('api/v1/admin/discrepancy-rules')
@RequireAdministrator()
export class DiscrepancyRulesController {
  constructor(private readonly rules: AdminDiscrepancyRulesService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List rules about discrepancies',
    description:
      'Decisions that hold from then on, those in force or those that were removed, with how often each was applied.',
    answers: { 200: { dto: RuleDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: RuleListQueryDto): Promise<Success<RuleDto[]>> {
    return this.rules.list(scope, query);
  }

  @Post()
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Make a rule about discrepancies',
    description:
      'It decides about what is found from now on: a field of a form type, whatever the values, or one submitted ' +
      'value, whatever is recorded or beside one recorded value. The narrowest one comes first. What is open stays ' +
      'open, and so does a value that the record refuses.',
    answers: { 201: { dto: RuleDto } },
    refusals: [new RuleExists('degree')],
  })
  create(@CurrentScope() scope: Scope, @Body() body: CreateRuleDto): Promise<Success<RuleDto>> {
    return this.rules.create(scope, body);
  }

  @Post(':ruleId/keep')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Keep a rule about discrepancies in force',
    description: `A rule that has decided nothing for ${UNUSED_DAYS} days waits for this, or for its removal.`,
    answers: { 200: { dto: RuleDto } },
    refusals: ['VALIDATION_FAILED', new RuleNotFound()],
  })
  keep(@CurrentScope() scope: Scope, @Param() { ruleId }: RulePathDto): Promise<Success<RuleDto>> {
    return this.rules.keep(scope, ruleId);
  }

  @Delete(':ruleId')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Remove a rule about discrepancies',
    description: 'What it has decided stays decided, and can be taken back one by one.',
    answers: { 200: { dto: RuleDto } },
    refusals: ['VALIDATION_FAILED', new RuleNotFound()],
  })
  remove(@CurrentScope() scope: Scope, @Param() { ruleId }: RulePathDto): Promise<Success<RuleDto>> {
    return this.rules.remove(scope, ruleId);
  }
}
