import { Injectable } from '@nestjs/common';

import { RunNotComplete } from '../../errors/runs.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { PlannedFinish } from '../../users/finish/finish-preview.js';
import type { RunScope } from '../../users/finish/finish-records.js';
import type { FinishedRunDto, FinishRequest } from '../../users/finish/finish.dto.js';
import { FinishedRunPresenter } from '../../users/finish/finished-run.presenter.js';
import { FinishService } from '../../users/finish/finish.service.js';

/** What finishing the run of a file has done, or would do; `notComplete` is why it is refused. */
type FileFinish = { readonly finish: FinishedRunDto } | { readonly notComplete: string };

/** Finishes the runs of files that are said to name everyone. */
@Injectable()
export class FileFinishes {
  constructor(
    private readonly finishes: FinishService,
    private readonly presenter: FinishedRunPresenter,
  ) {}

  async planned(scope: Scope, planned: PlannedFinish | undefined): Promise<FileFinish | undefined> {
    if (planned === undefined || 'notComplete' in planned) return planned;
    return { finish: await this.presenter.of(scope, planned.finished) };
  }

  /** @param missed rows that a fault has kept from being applied */
  async finish(
    scope: RunScope,
    request: FinishRequest | undefined,
    missed: number,
  ): Promise<FileFinish | undefined> {
    if (request === undefined) return undefined;
    if (missed > 0) {
      const reason = `${missed} of its rows could not be applied; apply the file again`;
      const why = { kind: 'rows_missing', accountTypes: [], missing: missed } as const;
      const refusal = new RunNotComplete(reason, why);
      await this.finishes.noteRefused(scope, refusal);
      return { notComplete: refusal.message };
    }
    try {
      return { finish: (await this.finishes.finish({ ...scope, isFile: true }, scope.run, request)).data };
    } catch (error) {
      if (error instanceof RunNotComplete) return { notComplete: error.message };
      throw error;
    }
  }
}
