import { Injectable } from '@nestjs/common';

import { LossesRepository } from '../../tenancy/lost-commits/losses.repository.js';
import type { Scope } from '../../tenancy/scope.js';
import { momentIn, sentence } from '../../texts/sentence.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { listPage } from './causes.js';
import { DAY_MS } from './moments.js';

/** By then the senders have sent it again, or the operator has asked them to. */
const SHOWN_MS = 7 * DAY_MS;

export const COMMITS_LOST: AlertKindSpec = {
  name: 'commits_lost',
  title: 'The database has lost what was written',
  rule:
    'After a fail-over or a crash the database lacks changes that it had acknowledged, and the service knows of some ' +
    'of this university. What was written in that time must be sent again. Ends after a week.',
  threshold: null,
  page: listPage('alerts', { kind: 'commits_lost' }),
};

/** Writes were answered with success, and are gone. */
@Injectable()
export class CommitsLost implements AlertKind {
  readonly spec = COMMITS_LOST;

  constructor(private readonly losses: LossesRepository) {}

  async find({ tenantId, tenant: { timeZone } }: Scope): Promise<Finding[]> {
    const found = await this.losses.ofTenant(tenantId, new Date(wallTime().getTime() - SHOWN_MS));
    return found.map(({ id, firstAt, lastAt }) => ({
      subject: String(id),
      facts: [
        sentence('Changes that were answered with success between {from} and {until} are lost.', {
          from: momentIn(timeZone, firstAt),
          until: momentIn(timeZone, lastAt),
        }),
        sentence('Send what was written in that time again; what is there already stays as it is.'),
      ],
    }));
  }
}
