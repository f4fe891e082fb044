import { Injectable } from '@nestjs/common';

import { onlyRowOf } from '../../http/lists/list-query.js';
import type { FoundDiscrepancy } from '../../submissions/discrepancies/discrepancies-list.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { UserNames } from '../../users/list/user-names.js';
import { type DiscrepancyRowDto, presentRow } from './discrepancies.dto.js';

/** Presents discrepancies with the names of the student and of who decided. */
@Injectable()
export class DiscrepancyRows {
  constructor(
    private readonly names: UserNames,
    private readonly labels: ActorLabels,
  ) {}

  async present(scope: Scope, rows: readonly FoundDiscrepancy[]): Promise<DiscrepancyRowDto[]> {
    const nameOf = await this.names.of(scope, rows, ({ submission }) => submission.studentId);
    const labelOf = await this.labels.of(scope, rows, ({ discrepancy }) => discrepancy.resolvedBy);
    return rows.map((row) =>
      presentRow(row, {
        studentName: nameOf(row.submission.studentId),
        resolvedByLabel: labelOf(row.discrepancy.resolvedBy),
      }),
    );
  }

  async presentOne(scope: Scope, one: FoundDiscrepancy): Promise<DiscrepancyRowDto> {
    return onlyRowOf(await this.present(scope, [one]));
  }
}
