import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { SubjectsService } from '../personal-data/subjects.service.js';
import { personJson } from './person-json.js';
import { personPage } from './person-page.js';
import { PersonParts } from './person-parts.js';
import { zipped } from './zip.js';

/** An archive that is made while it is read. */
export interface PersonExport {
  readonly userId: string;
  readonly archive: AsyncGenerator<Buffer>;
}

/** Hands out all that is stored about a person. */
@Injectable()
export class PersonExportService {
  constructor(
    private readonly subjects: SubjectsService,
    private readonly parts: PersonParts,
    private readonly audit: AuditService,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * `person.json` and `person.html` in an archive. That it was asked for is in the audit log before it begins.
   * @throws {UserNotFound} when the tenant has no such user
   */
  async export(scope: Scope, reference: string): Promise<PersonExport> {
    const { user, subject } = await this.subjects.find(scope, reference);
    await this.audit.record(scope, [{ action: 'user.exported', target: `user:${user.id}` }]);
    await this.disclosures.record(scope, 'person-export', [user.id]);
    const now = nowOf(scope);
    const archive = zipped(
      [
        { name: 'person.json', text: personJson(user.id, now, this.parts.of(scope, subject)) },
        { name: 'person.html', text: personPage(user.id, now, this.parts.of(scope, subject)) },
      ],
      now,
    );
    return { userId: user.id, archive };
  }
}
