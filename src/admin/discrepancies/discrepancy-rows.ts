import { Injectable } from '@nestjs/common';

import type { FoundDiscrepancy } from '../../submissions/discrepancies/discrepancies-list.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { StudentNames } from '../student-names.js';
import { type DiscrepancyRowDto, presentRow } from './discrepancies.dto.js';

/** Presents discrepancies with the names of the student and of who decided. */
@Injectable()
export class DiscrepancyRows {
  constructor(
    private readonly names: StudentNames,
    private readonly actors: ActorLabels,
  ) {}

  async present(scope: Scope, rows: readonly FoundDiscrepancy[]): Promise<DiscrepancyRowDto[]> {
    const nameOf = await this.names.of(
      scope,
      rows.map(({ submission }) => submission.studentId),
    );
    const actors = rows.flatMap(({ discrepancy }) => discrepancy.resolvedBy ?? []);
    const labels = await this.actors.labelsOf(scope, actors);
    return rows.map((row) =>
      presentRow(row, {
        studentName: nameOf(row.submission.studentId),
        resolvedByLabel: labels.get(row.discrepancy.resolvedBy ?? '') ?? row.discrepancy.resolvedBy,
      }),
    );
  }

  async presentOne(scope: Scope, one: FoundDiscrepancy): Promise<DiscrepancyRowDto> {
    const [row] = await this.present(scope, [one]);
    if (row === undefined) throw new Error('One discrepancy was presented as none');
    return row;
  }
}
