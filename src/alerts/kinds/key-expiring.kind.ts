import { Injectable } from '@nestjs/common';

import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { momentIn, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { keyInSentence } from './key-words.js';
import { DAY_MS } from './moments.js';

/** A key that expired longer ago than this is not missed any more. */
const FORGOTTEN_MS = 7 * DAY_MS;

export const KEY_EXPIRING: AlertKindSpec = {
  name: 'key_expiring',
  title: 'An API key expires',
  rule:
    'A key without a successor expires within so many days, or has expired. Ends when it is rotated or revoked, or a ' +
    'week after it expired.',
  threshold: { unit: 'days', standard: 14, range: [1, 90] },
  page: '/keys',
};

/** A key that was rotated expires as it should, and is not reported. */
@Injectable()
export class KeyExpiring implements AlertKind {
  readonly spec = KEY_EXPIRING;

  constructor(private readonly credentials: CredentialsService) {}

  async find(scope: Scope, threshold: number, now: Date): Promise<Finding[]> {
    const from = new Date(now.getTime() - FORGOTTEN_MS);
    const until = new Date(now.getTime() + threshold * DAY_MS);
    const ending = await this.credentials.endingWithin(scope, from, until);
    if (ending.length === 0) return [];
    const labels = await this.credentials.labelsOf(
      scope,
      ending.map(({ apiKey }) => apiKey),
    );
    return ending.map(({ apiKey, expiresAt }) => {
      const values = { key: keyInSentence(apiKey, labels), at: momentIn(scope.tenant.timeZone, expiresAt) };
      const expiry =
        expiresAt <= now
          ? sentence('The {key} expired on {at}, and has no successor.', values)
          : sentence('The {key} expires on {at}, and has no successor.', values);
      return { subject: apiKey, facts: [expiry] };
    });
  }
}
