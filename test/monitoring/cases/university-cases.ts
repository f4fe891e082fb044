import { type AlertCases, at, of, ofBoth, until } from './case.js';

const SCIM = 'scim_requests_total';
const ofUsers = { resource: 'User', operation: 'list' };
const SUCCEEDED = of(SCIM, { ...ofUsers, outcome: 'succeeded' });
const REFUSED = of(SCIM, { ...ofUsers, outcome: 'refused' });
const overThreshold = (mode: string): string => of('deprovisionings_over_threshold_total', { mode });

function rows(outcome: string, dryRun = 'false'): string {
  return of('rows_total', { route: '/api/v1/integration/users/bulk', dry_run: dryRun, outcome });
}

/** Alerts about what happens to the data of universities. */
export const UNIVERSITY_CASES: Readonly<Record<string, AlertCases>> = {
  ProvidersRefused: {
    fires: [at(26, 'two of five requests are refused', { [REFUSED]: '0+2x60', [SUCCEEDED]: '0+3x60' })],
    silent: [
      until(60, 'a sixth of all requests is refused', { [REFUSED]: '0+2x60', [SUCCEEDED]: '0+10x60' }),
      until(80, 'fifty requests are refused', { [REFUSED]: '0+1x50 50x30', [SUCCEEDED]: '0+1x80' }),
    ],
  },
  ProvidersSilent: {
    fires: [
      at(255, 'providers stop', { [SUCCEEDED]: '0+1x60 60x240' }),
      at(255, 'providers get in no more after a restart', {
        [SUCCEEDED]: '0+1x60 stale',
        [of(SCIM, { ...ofUsers, outcome: 'refused' }, 'b')]: '_x61 0+1x240',
      }),
    ],
    silent: [
      until(360, 'providers call every two hours', { [SUCCEEDED]: '0x1 1x119 2x119 3x119' }),
      until(300, 'there are no providers', { [of('up')]: '1x300' }),
    ],
  },
  NightlyRunLate: {
    fires: [
      at(
        16,
        'the runs of two tenants are late, by the word of two processes',
        ofBoth('nightly_runs_late', '0 2x20'),
        {
          summary:
            '2 tenants have had no successful upload of people for longer than their setting (26 hours by default)',
        },
      ),
    ],
    silent: [until(30, 'a run is ten minutes late', { [of('nightly_runs_late')]: '0 1x9 0x20' })],
  },
  DeprovisioningsHeld: {
    fires: [
      at(16, 'people are held, by the word of two processes', ofBoth('held_deprovisionings', '0 7x20'), {
        summary: '7 people stay active until an administrator decides about their de-provisioning',
      }),
    ],
    silent: [
      until(30, 'an administrator decides within ten minutes', {
        [of('held_deprovisionings')]: '0 7x9 0x20',
      }),
    ],
  },
  DeprovisioningsOverThreshold: {
    fires: [at(1, 'a limit only observes', { [overThreshold('observe')]: '0 5x10' })],
    silent: [
      until(10, 'the people are held', {
        [overThreshold('hold')]: '0 5x10',
        [overThreshold('observe')]: '0x11',
      }),
    ],
  },
  IdentityConflictsOpen: {
    fires: [
      at(
        1441,
        'questions of two kinds wait for a day, by the word of two processes',
        {
          ...ofBoth('identity_conflicts_open', '0 1x1500', { kind: 'email_taken' }),
          ...ofBoth('identity_conflicts_open', '0 2x1500', { kind: 'reassigned' }),
        },
        { summary: '3 conflicts of identity matching have waited for an administrator for a day' },
      ),
    ],
    silent: [
      until(1500, 'questions are answered within a day', {
        [of('identity_conflicts_open', { kind: 'email_taken' })]: '0 1x1400 0 1x100',
      }),
    ],
  },
  AlertMessagesFailing: {
    fires: [
      at(31, 'the mail server takes nothing', ofBoth('alert_messages_failing', '0 2x40'), {
        summary: "The mail server has not taken 2 messages to tenants' administrators for half an hour",
      }),
    ],
    silent: [
      until(60, 'messages wait for the end of quiet hours', {
        [of('alert_messages_failing')]: '0x60',
        [of('alert_messages_waiting')]: '9x60',
      }),
      until(60, 'the mail server is restarted', { [of('alert_messages_failing')]: '0 2x20 0x40' }),
    ],
  },
  RebuildsUnfinished: {
    fires: [at(61, 'records wait for an hour', { [of('progress_rebuilds_unfinished')]: '0 1x80' })],
    silent: [
      until(100, 'records wait for fifty minutes after each of two changes', {
        [of('progress_rebuilds_unfinished')]: '0 1x49 0 1x49 0',
      }),
    ],
  },
  RowsRefused: {
    fires: [
      at(1, 'three rows of ten are refused, in the first upload after a start', {
        [rows('failed')]: '0 300x10',
        [rows('inserted')]: '0 700x10',
      }),
    ],
    silent: [
      until(10, 'a tenth of the rows is refused', {
        [rows('failed')]: '0 100x10',
        [rows('inserted')]: '0 900x10',
      }),
      until(10, 'five rows of ten are refused', { [rows('failed')]: '0 5x10', [rows('inserted')]: '0 5x10' }),
      until(10, 'rows of a dry run are refused', {
        [rows('failed', 'true')]: '0 500x10',
        [rows('failed')]: '0x11',
        [rows('inserted')]: '0 500x10',
      }),
    ],
  },
};
