import { Injectable } from '@nestjs/common';

import { todayOf } from '../progress/documents.service.js';
import { ProgressService } from '../progress/progress.service.js';
import { DEFAULT_TEMPLATE } from '../progress/templates/default-template.js';
import { TemplatesService } from '../progress/templates/templates.service.js';
import type { Scope } from '../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import type { SentPerson } from '../users/model/outcome.js';
import { Batch } from '../users/provisioning/batch.js';
import { ProvisioningService } from '../users/provisioning/provisioning.service.js';
import { firstNight, secondNight } from './people.js';
import { progressLines } from './progress-lines.js';

/** The template of data science has one milestone more. */
const OWN_TEMPLATE = [
  ...DEFAULT_TEMPLATE,
  { code: 'artifact_release', name: 'Release of software or data', sequence: 145, required: false },
];

const asSent = (person: CreateUpdateUserDto): SentPerson => ({ person });

/** Creates the demo university's people and their progress, as two nightly runs and the platform would have. */
@Injectable()
export class DemoPeople {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly templates: TemplatesService,
    private readonly progress: ProgressService,
  ) {}

  async create({ feed, workflow }: { feed: Scope; workflow: Scope }): Promise<void> {
    await this.provisioning.provision(new Batch(feed, firstNight().map(asSent)));
    await this.templates.replace(workflow, 'phd-data-science', OWN_TEMPLATE);
    await this.progress.record(workflow, progressLines(todayOf(workflow)), 'committee.');
    await this.provisioning.provision(new Batch(feed, secondNight().map(asSent)));
  }
}
