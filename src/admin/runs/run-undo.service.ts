import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { RunPart } from '../../users/history/run-part.js';
import type { Reversal } from '../../users/undo/decide-undo.js';
import { undoneEntry } from '../../users/undo/undo-totals.js';
import { undoRunOf } from '../../users/undo/undo-run.js';
import { UndoService } from '../../users/undo/undo.service.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import type { UndoRunDto } from './runs.dto.js';
import { UndoReport } from './undo-report.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** A line of progress stands for so many people. */
const PEOPLE_OF_LINE = 250;

/**
 * Previews and undoes runs and parts of them; answers NDJSON: lines with `progress`, and one with `summary` at the end.
 */
@Injectable()
export class RunUndoService {
  constructor(
    private readonly undos: UndoService,
    private readonly audit: AuditService,
    private readonly labels: ActorLabels,
  ) {}

  /** What {@link undo} would do. @throws {RunNotFound} with the first line, when no call named this run */
  async *preview(scope: Scope, run: string, part: RunPart): AsyncGenerator<string> {
    const report = new UndoReport();
    yield* this.lines(report, this.undos.preview(scope, run, part));
    yield await this.summary(scope, run, report);
  }

  /**
   * Undoes the run or a part of it, and writes one audit entry for all of it. It ends after a batch when the generator
   * is ended, and may be repeated.
   * @throws {ValidationFailed} when the name that was typed is not that of the run
   */
  undo(scope: Scope, run: string, { confirm, kind, field, userIds }: UndoRunDto): AsyncGenerator<string> {
    if (confirm === run) return this.undoConfirmed(scope, run, { kind, field, userIds });
    const rule = sentence('must be the name of the run, exactly as it is listed');
    throw new ValidationFailed([problemIn('confirm', 'isConfirmation', rule)]);
  }

  private async *undoConfirmed(scope: Scope, run: string, part: RunPart): AsyncGenerator<string> {
    const report = new UndoReport();
    let isFinished = false;
    try {
      yield* this.lines(report, this.undos.undo(scope, run, part));
      isFinished = true;
    } finally {
      if (report.totals.putBack > 0)
        await this.audit.record(scope, [undoneEntry(run, part, report.totals, isFinished)]);
    }
    yield await this.summary(scope, run, report);
  }

  private async *lines(report: UndoReport, reversals: AsyncGenerator<Reversal>): AsyncGenerator<string> {
    for await (const reversal of reversals) {
      report.add(reversal);
      if (report.totals.people % PEOPLE_OF_LINE === 0) yield lineOf({ progress: report.totals });
    }
  }

  private async summary(scope: Scope, run: string, report: UndoReport): Promise<string> {
    const { totals, exceptions, exceptionCount } = report;
    const labelOf = await this.labels.of(scope, exceptions, ({ kept }) => kept.map(({ actor }) => actor));
    const labelled = exceptions.map((one) => ({
      ...one,
      kept: one.kept.map((field) => ({ ...field, actorLabel: labelOf(field.actor) })),
    }));
    const undoneBy = undoRunOf(run);
    return lineOf({ summary: { run, undoneBy, totals, exceptions: labelled, exceptionCount } });
  }
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`;
}
