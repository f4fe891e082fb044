import { Injectable } from '@nestjs/common';

import type { NightlyRun } from '../../request-log/nightly-runs.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { momentIn, type Sentence, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { keyInSentence } from './key-words.js';

const KEY = 'key:';

export const LATE_RUN: AlertKindSpec = {
  name: 'late_run',
  title: 'The nightly run is late',
  rule:
    'A run that came on at least three days has not come again in time; the hours between two of them are set in ' +
    'Settings. Before there is such a run, the last upload counts, of whatever name. Ends with the next run, when ' +
    'another run of the same sender has replaced it, or after two weeks.',
  threshold: null,
  page: '/runs',
};

/** The usual nightly run did not come, one incident for each. A tenant that never sent a file is not late. */
@Injectable()
export class LateRun implements AlertKind {
  readonly spec = LATE_RUN;

  constructor(
    private readonly requests: RequestsService,
    private readonly credentials: CredentialsService,
  ) {}

  async find(scope: Scope, _threshold: number, now: Date): Promise<Finding[]> {
    const runs = await this.requests.nightlyRuns(scope, now);
    const late = runs.filter(({ isLate }) => isLate);
    if (late.length === 0) return [];
    const keys = late.flatMap(({ actor }) => (actor.startsWith(KEY) ? [actor.slice(KEY.length)] : []));
    const labels = await this.credentials.labelsOf(scope, keys);
    return late.map((run) => ({
      subject: run.series.slice(0, 160),
      about: run.run ?? '',
      facts: factsOf(scope, run, labels),
    }));
  }
}

function factsOf(
  { tenant: { timeZone, nightlyRunHours } }: Scope,
  { series, run, actor, at: endedAt }: NightlyRun,
  labels: ReadonlyMap<string, string>,
): Sentence[] {
  const [at, hours] = [momentIn(timeZone, endedAt), String(nightlyRunHours)];
  if (run !== null)
    return [
      sentence(
        'The last run like {run} that succeeded ended on {at}; the settings expect one every {hours} hours.',
        { run, at, hours },
      ),
    ];
  if (series === '')
    return [
      sentence(
        'The last upload of people that succeeded ended on {at}; the settings expect one every {hours} hours.',
        { at, hours },
      ),
    ];
  const sender = actor.startsWith(KEY)
    ? sentence('the {key}', { key: keyInSentence(actor.slice(KEY.length), labels) })
    : actor;
  return [
    sentence(
      'The last upload of people that succeeded by {sender} ended on {at}; the settings expect one every {hours} ' +
        'hours.',
      { sender, at, hours },
    ),
  ];
}
