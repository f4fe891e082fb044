import { Injectable } from '@nestjs/common';

import { todayOf } from '../progress/documents.service.js';
import { ProgressService } from '../progress/progress.service.js';
import { DEFAULT_TEMPLATE } from '../progress/templates/default-template.js';
import { TemplatesService } from '../progress/templates/templates.service.js';
import type { Scope } from '../tenancy/scope.js';
import { FailedRowsRecorder } from '../users/failed-rows/failed-rows-recorder.js';
import type { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import { Batch } from '../users/batch/batch.js';
import { ProvisioningService } from '../users/provisioning/provisioning.service.js';
import { RunTally } from '../users/runs/run-tally.js';
import { OutcomeAccount, rowOf } from '../users/statistics/outcome-account.js';
import { firstNight, laterNight } from './people.js';
import { progressLines } from './progress-lines.js';
import { runOfNight } from './traffic.js';
import type { University } from './university.js';

/** The template of data science has one milestone more. */
const OWN_TEMPLATE = [
  ...DEFAULT_TEMPLATE,
  { code: 'artifact_release', name: 'Release of software or data', sequence: 145, required: false },
];

/** Creates the demo university's people and their progress, as nightly runs and the platform would have. */
@Injectable()
export class DemoPeople {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly templates: TemplatesService,
    private readonly progress: ProgressService,
    private readonly runs: RunTally,
    private readonly outcomes: OutcomeAccount,
    private readonly failedRows: FailedRowsRecorder,
  ) {}

  /** All people arrive, students begin their dissertations, and a night later some have left or changed. */
  async create(university: University, { feed, workflow }: { feed: Scope; workflow: Scope }): Promise<void> {
    await this.upload(feed, 'first-import', firstNight(university));
    await this.templates.replace(workflow, 'phd-data-science', OWN_TEMPLATE);
    await this.progress.record(workflow, progressLines(university, todayOf(workflow)), 'committee.');
    await this.upload(feed, runOfNight(feed, 1), laterNight(university));
  }

  /** The feed sends the same again. */
  async nightAfter(university: University, feed: Scope): Promise<void> {
    await this.upload(feed, runOfNight(feed, 0), laterNight(university));
    await this.runs.flush();
    await this.failedRows.flush();
  }

  private async upload(feed: Scope, run: string, rows: readonly CreateUpdateUserDto[]): Promise<void> {
    const scope = { ...feed, run };
    const people = rows.map((person) => ({ person }));
    const outcomes = await this.provisioning.provision(new Batch(scope, people));
    // Of the run alone: the days of the demo are written by themselves.
    this.outcomes.accountRun(scope, outcomes.map(rowOf), 1);
    const failures = outcomes.flatMap((outcome, row) =>
      outcome.kind === 'refused' ? [{ refusal: outcome.refusal, sent: rows[row], line: row + 1 }] : [],
    );
    this.failedRows.note(scope, failures);
  }
}
