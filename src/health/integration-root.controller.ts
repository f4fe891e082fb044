import { Controller, Get } from '@nestjs/common';

import { ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireCredential } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';

/** The first call of an integrator (contract, section 6). */
@Controller('api/v1/integration')
@RequireCredential()
export class IntegrationRootController {
  @Get()
  @ApiOperationWith({
    summary: 'Check credentials and connection',
    description: 'Names the tenant that the credentials belong to. Reads nothing else and changes nothing.',
    tag: 'Operations',
    answers: {
      200: {
        message: 'Integration API is operational',
        properties: { tenantId: { type: 'string', example: 't4m8q2v6x0c3hk' } },
      },
    },
  })
  root(@CurrentScope() scope: Scope): { success: true; message: string; tenantId: string } {
    return { success: true, message: 'Integration API is operational', tenantId: scope.tenantId };
  }
}
