import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';

import { explain } from '../database/database-errors.js';
import { toRefusal } from '../http/error.filter.js';
import { BulkExchange, type RowOutcome } from '../http/ndjson/bulk-exchange.js';
import type { Scope } from '../tenancy/scope.js';
import type { ProgressOutcome } from './decide-progress.js';
import { BulkProgressDto } from './dto/bulk-progress.dto.js';
import { ProgressService } from './progress.service.js';

function toRow(outcome: ProgressOutcome): RowOutcome {
  return outcome.kind === 'refused'
    ? outcome
    : { kind: outcome.kind, id: outcome.student.id, warnings: outcome.warnings };
}

/** The first load of a platform: one line per student with any of the four parts. */
@Injectable()
export class BulkProgressService {
  private readonly logger = new Logger(BulkProgressService.name);

  constructor(private readonly progress: ProgressService) {}

  async record(scope: Scope, dryRun: boolean, request: Request, response: Response): Promise<void> {
    const apply = (lines: readonly BulkProgressDto[]): Promise<RowOutcome[]> =>
      this.apply(scope, dryRun, lines);
    await new BulkExchange({ dto: BulkProgressDto, apply }).run(request, response);
  }

  /** Halves a batch that fails until the guilty line stands alone. */
  private async apply(
    scope: Scope,
    dryRun: boolean,
    lines: readonly BulkProgressDto[],
  ): Promise<RowOutcome[]> {
    try {
      return (await this.progress.record(scope, lines, { path: 'committee.', dryRun })).map(toRow);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.code === 'SERVICE_UNAVAILABLE') return lines.map(() => ({ kind: 'refused', refusal }));
      if (lines.length > 1) {
        const middle = Math.ceil(lines.length / 2);
        const first = await this.apply(scope, dryRun, lines.slice(0, middle));
        return [...first, ...(await this.apply(scope, dryRun, lines.slice(middle)))];
      }
      this.logger.error({ msg: "a student's progress could not be recorded", ...explain(error) });
      return [{ kind: 'refused', refusal }];
    }
  }
}
