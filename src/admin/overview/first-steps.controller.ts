import { Body, Controller, Get, Put } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { FirstStepsDto, HideFirstStepsDto } from './first-steps.dto.js';
import { FirstStepsService } from './first-steps.service.js';

@Controller('api/v1/admin/first-steps')
@RequireAdministrator()
export class FirstStepsController {
  constructor(private readonly firstSteps: FirstStepsService) {}

  @Get()
  @ApiAdministration({
    summary: 'What a new university has set up',
    description: 'Each step is derived from what is stored. Once all were done, none is looked up any more.',
    answers: { 200: { dto: FirstStepsDto } },
  })
  show(@CurrentScope() scope: Scope): Promise<Success<FirstStepsDto>> {
    return this.firstSteps.show(scope);
  }

  @Put('university')
  @ApiAdministration({
    summary: 'Find the e-mail domain and the time zone right',
    description: 'The step university is done, though neither was changed. The audit log has both values.',
    answers: { 200: { dto: FirstStepsDto } },
  })
  confirmUniversity(@CurrentScope() scope: Scope): Promise<Success<FirstStepsDto>> {
    return this.firstSteps.confirmUniversity(scope);
  }

  @Put()
  @ApiAdministration({
    summary: 'Hide the first steps, or show them again',
    description: 'For all administrators of the university. Steps that were all done once stay away.',
    answers: { 200: { dto: FirstStepsDto } },
  })
  hide(
    @CurrentScope() scope: Scope,
    @Body() { isHidden }: HideFirstStepsDto,
  ): Promise<Success<FirstStepsDto>> {
    return this.firstSteps.hide(scope, isHidden);
  }
}
