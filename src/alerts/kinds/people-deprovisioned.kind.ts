import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { DeprovisioningUse } from '../../users/deprovisioning-limits/deprovisioning-use.js';
import { counted, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';

export const PEOPLE_DEPROVISIONED: AlertKindSpec = {
  name: 'people_deprovisioned',
  title: 'Many people lost their access',
  rule:
    'More people lost their access within a day than the settings allow, and the limits of the settings only ' +
    'observe. Ends a day later.',
  threshold: null,
  page: '/runs',
};

/** People beyond a limit that only observes and does not hold: they have lost their access already. */
@Injectable()
export class PeopleDeprovisioned implements AlertKind {
  readonly spec = PEOPLE_DEPROVISIONED;

  constructor(private readonly use: DeprovisioningUse) {}

  async find(scope: Scope): Promise<Finding[]> {
    const over = await this.use.overDay(scope);
    if (over === undefined) return [];
    const lost = counted(
      over.people,
      '{count} person lost their access within a day; the university expects at most {most}.',
      '{count} people lost their access within a day; the university expects at most {most}.',
      { most: over.most },
    );
    const undo = sentence('The undo of a run restores the people whom it has de-provisioned.');
    return [{ subject: '', facts: [lost, undo] }];
  }
}
