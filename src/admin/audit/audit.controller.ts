import { Controller, Get, Query } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { RequireAdministrator } from '../../auth/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { listed, pageRangeOf } from '../list-query.js';
import { AuditEventDto, AuditQueryDto, presentEvent } from './audit.dto.js';

/** Reads the audit log; no call changes it. */
@Controller('api/v1/admin/audit')
@RequireAdministrator()
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly labels: ActorLabels,
  ) {}

  @Get()
  @ApiOperationWith({
    summary: 'List the audit log',
    description:
      'Actions of administrators, keys and the terminal that the audit log records; the latest entry first.',
    tag: 'Administration',
    answers: { 200: { dto: AuditEventDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  async list(@CurrentScope() scope: Scope, @Query() query: AuditQueryDto): Promise<Success<AuditEventDto[]>> {
    const { order = 'DESC', ...filter } = query;
    const { rows, total } = await this.audit.list(scope, filter, { order, ...pageRangeOf(query) });
    const labels = await this.labels.labelsOf(
      scope,
      rows.map(({ actor }) => actor),
    );
    return listed(
      rows.map((event) => presentEvent(event, labels)),
      total,
      query,
    );
  }
}
