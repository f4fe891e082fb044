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

/** Data science also asks for what was programmed or collected. */
const OWN_TEMPLATE = [
  ...DEFAULT_TEMPLATE,
  { code: 'artifact_release', name: 'Release of software or data', sequence: 145, required: false },
];

const asSent = (person: CreateUpdateUserDto): SentPerson => ({ person });

/** The demo university's people and their progress, as two nightly runs and the platform would have brought them. */
@Injectable()
export class DemoPeople {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly templates: TemplatesService,
    private readonly progress: ProgressService,
  ) {}

  async make({ feed, workflow }: { feed: Scope; workflow: Scope }): Promise<void> {
    await this.provisioning.provision(new Batch(feed, firstNight().map(asSent)));
    await this.templates.replace(workflow, 'phd-data-science', OWN_TEMPLATE);
    await this.progress.record(workflow, progressLines(todayOf(workflow)), 'committee.');
    await this.provisioning.provision(new Batch(feed, secondNight().map(asSent)));
  }
}
