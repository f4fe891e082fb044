import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { explain } from '../database/transaction/database-errors.js';
import { ServiceUnavailable } from '../errors/request.errors.js';
import { toRefusal } from '../http/server/error.filter.js';
import { BulkExchange } from '../http/ndjson/bulk-exchange.js';
import type { RowBatch, RowOutcome } from '../http/ndjson/bulk-job.js';
import { LineLogger } from '../log-lines/line-logger.js';
import type { Scope } from '../tenancy/scope.js';
import { RunTally } from '../users/runs/run-tally.js';
import type { ProgressOutcome } from './decide-progress.js';
import { BulkProgressDto } from './dto/bulk-progress.dto.js';
import { ProgressDryRuns } from './dry-run.js';
import { ProgressService } from './progress.service.js';

type Answered = (outcomes: readonly RowOutcome[]) => void;
type Apply = (lines: readonly BulkProgressDto[]) => Promise<readonly ProgressOutcome[]>;

/** The path of the committee in a line. */
const PATH = 'committee.';

function toRow(outcome: ProgressOutcome): RowOutcome {
  return outcome.kind === 'refused'
    ? outcome
    : { kind: outcome.kind, id: outcome.student.id, warnings: outcome.warnings };
}

/** Writes the progress of many students: one line per student with any of the four parts. */
@Injectable()
export class BulkProgressService {
  private readonly logger = new LineLogger(BulkProgressService.name);

  constructor(
    private readonly progress: ProgressService,
    private readonly dryRuns: ProgressDryRuns,
    private readonly runs: RunTally,
  ) {}

  async record(scope: Scope, isDryRun: boolean, request: Request, response: Response): Promise<void> {
    const exchangeOf = (apply: Apply, answered: Answered = () => undefined): BulkExchange<BulkProgressDto> =>
      new BulkExchange({
        dto: BulkProgressDto,
        tenantId: scope.tenantId,
        readmit: scope.readmit,
        apply: ({ rows }: RowBatch<BulkProgressDto>) => this.apply(scope, rows, apply),
        settle: (outcomes) => {
          answered(outcomes);
          return outcomes;
        },
      });
    if (!isDryRun) return this.recordCounted(scope, exchangeOf).run(request, response);
    const answer = await this.dryRuns.run(scope, (dryRun, place) =>
      exchangeOf((lines) => this.progress.preview(scope, lines, PATH, dryRun)).work(request, response, place),
    );
    await answer.end();
  }

  private recordCounted(
    scope: Scope,
    exchangeOf: (apply: Apply, answered: Answered) => BulkExchange<BulkProgressDto>,
  ): BulkExchange<BulkProgressDto> {
    this.runs.count(scope, { workflow: { calls: 1 } });
    return exchangeOf(
      (lines) => this.progress.record(scope, lines, PATH),
      (outcomes) => {
        this.runs.count(scope, { workflow: { kinds: outcomes.map(({ kind }) => kind) } });
      },
    );
  }

  /** Halves a batch that fails until the line that causes the failure is alone. */
  private async apply(scope: Scope, lines: readonly BulkProgressDto[], apply: Apply): Promise<RowOutcome[]> {
    try {
      return (await apply(lines)).map(toRow);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal instanceof ServiceUnavailable) return lines.map(() => ({ kind: 'refused', refusal }));
      if (lines.length > 1) {
        const middle = Math.ceil(lines.length / 2);
        const first = await this.apply(scope, lines.slice(0, middle), apply);
        return [...first, ...(await this.apply(scope, lines.slice(middle), apply))];
      }
      const { requestId } = scope;
      this.logger.error({ msg: "a student's progress could not be recorded", requestId, ...explain(error) });
      return [{ kind: 'refused', refusal }];
    }
  }
}
