import { Injectable } from '@nestjs/common';

import { FeedReaders } from '../../change-feed/readers/feed-readers.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { momentIn, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { keyInSentence } from './key-words.js';
import { DAY_MS, HOUR_MS } from './moments.js';

/** A reader that has been silent for so much longer was given up, and is not missed any more. */
const FORGOTTEN_MS = 7 * DAY_MS;

export const READER_SILENT: AlertKindSpec = {
  name: 'reader_silent',
  title: 'A reader of the feed of changes is silent',
  rule:
    'A key that had read the feed of changes on at least three days in a row has stopped: neither it nor its ' +
    'successor has read for longer than the threshold. Ends when one of them reads again, when the key ends, or ' +
    'after a week.',
  threshold: { unit: 'hours', standard: 26, range: [1, 720] },
  page: '/readers',
};

/** A copy of the data is not kept current any more. */
@Injectable()
export class ReaderSilent implements AlertKind {
  readonly spec = READER_SILENT;

  constructor(
    private readonly readers: FeedReaders,
    private readonly credentials: CredentialsService,
  ) {}

  async find(scope: Scope, threshold: number): Promise<Finding[]> {
    const silent = await this.readers.silent(scope, threshold * HOUR_MS, FORGOTTEN_MS);
    if (silent.length === 0) return [];
    const labels = await this.credentials.labelsOf(
      scope,
      silent.flatMap(({ apiKey, currentKey }) => [apiKey, currentKey]),
    );
    return silent.map(({ apiKey, currentKey, lastReadAt, dailySince }) => {
      const { timeZone } = scope.tenant;
      const read = sentence(
        'The {key} read the feed of changes every day since {since}, and last on {last}.',
        {
          key: keyInSentence(apiKey, labels),
          since: momentIn(timeZone, dailySince),
          last: momentIn(timeZone, lastReadAt),
        },
      );
      const rotated = sentence('Its successor, the {key}, has not read it.', {
        key: keyInSentence(currentKey, labels),
      });
      return { subject: currentKey, facts: currentKey === apiKey ? [read] : [read, rotated] };
    });
  }
}
