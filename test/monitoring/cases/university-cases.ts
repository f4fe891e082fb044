import { type AlertCases, of } from './case.js';

const SCIM = 'scim_requests_total';
const ofUsers = { resource: 'User', operation: 'list' };
const SUCCEEDED = of(SCIM, { ...ofUsers, outcome: 'succeeded' });
const REFUSED = of(SCIM, { ...ofUsers, outcome: 'refused' });
const overThreshold = (mode: string): string => of('deprovisionings_over_threshold_total', { mode });
const conflicts = (kind: string, instance = 'a'): string => of('identity_conflicts_open', { kind }, instance);

function rows(outcome: string, dryRun = 'false'): string {
  return of('rows_total', { route: '/api/v1/integration/users/bulk', dry_run: dryRun, outcome });
}

/** Alerts about what happens to the data of universities. */
export const UNIVERSITY_CASES: Readonly<Record<string, AlertCases>> = {
  ProvidersRefused: {
    fires: [
      {
        when: 'two of five requests are refused',
        series: { [REFUSED]: '0+2x60', [SUCCEEDED]: '0+3x60' },
        at: 26,
      },
    ],
    silent: [
      {
        when: 'a sixth of all requests is refused',
        series: { [REFUSED]: '0+2x60', [SUCCEEDED]: '0+10x60' },
        until: 60,
      },
      {
        when: 'fifty requests are refused',
        series: { [REFUSED]: '0+1x50 50x30', [SUCCEEDED]: '0+1x80' },
        until: 80,
      },
    ],
  },
  ProvidersSilent: {
    fires: [
      { when: 'providers stop', series: { [SUCCEEDED]: '0+1x60 60x240' }, at: 255 },
      {
        when: 'providers get in no more after a restart',
        series: {
          [SUCCEEDED]: '0+1x60 stale',
          [of(SCIM, { ...ofUsers, outcome: 'refused' }, 'b')]: '_x61 0+1x240',
        },
        at: 255,
      },
    ],
    silent: [
      {
        when: 'providers call every two hours',
        series: { [SUCCEEDED]: '0x1 1x119 2x119 3x119' },
        until: 360,
      },
      { when: 'there are no providers', series: { [of('up')]: '1x300' }, until: 300 },
    ],
  },
  NightlyRunLate: {
    fires: [
      {
        when: 'the runs of two tenants are late, by the word of two processes',
        series: { [of('nightly_runs_late')]: '0 2x20', [of('nightly_runs_late', {}, 'b')]: '0 2x20' },
        at: 16,
        summary:
          '2 tenants have had no successful upload of people for longer than their setting (26 hours by default)',
      },
    ],
    silent: [
      { when: 'a run is ten minutes late', series: { [of('nightly_runs_late')]: '0 1x9 0x20' }, until: 30 },
    ],
  },
  DeprovisioningsHeld: {
    fires: [
      {
        when: 'people are held, by the word of two processes',
        series: { [of('held_deprovisionings')]: '0 7x20', [of('held_deprovisionings', {}, 'b')]: '0 7x20' },
        at: 16,
        summary: '7 people stay active until an administrator decides about their de-provisioning',
      },
    ],
    silent: [
      {
        when: 'an administrator decides within ten minutes',
        series: { [of('held_deprovisionings')]: '0 7x9 0x20' },
        until: 30,
      },
    ],
  },
  DeprovisioningsOverThreshold: {
    fires: [{ when: 'a limit only observes', series: { [overThreshold('observe')]: '0 5x10' }, at: 1 }],
    silent: [
      {
        when: 'the people are held',
        series: { [overThreshold('hold')]: '0 5x10', [overThreshold('observe')]: '0x11' },
        until: 10,
      },
    ],
  },
  IdentityConflictsOpen: {
    fires: [
      {
        when: 'questions of two kinds wait for a day, by the word of two processes',
        series: {
          [conflicts('email_taken')]: '0 1x1500',
          [conflicts('reassigned')]: '0 2x1500',
          [conflicts('email_taken', 'b')]: '0 1x1500',
          [conflicts('reassigned', 'b')]: '0 2x1500',
        },
        at: 1441,
        summary: '3 questions about who is who have waited for an administrator for a day',
      },
    ],
    silent: [
      {
        when: 'questions are answered within a day',
        series: { [conflicts('email_taken')]: '0 1x1400 0 1x100' },
        until: 1500,
      },
    ],
  },
  AlertMessagesFailing: {
    fires: [
      {
        when: 'the mail server takes nothing',
        series: {
          [of('alert_messages_failing')]: '0 2x40',
          [of('alert_messages_failing', {}, 'b')]: '0 2x40',
        },
        at: 31,
        summary: "The mail server has not taken 2 messages to tenants' administrators for half an hour",
      },
    ],
    silent: [
      {
        when: 'messages wait for the end of quiet hours',
        series: { [of('alert_messages_failing')]: '0x60', [of('alert_messages_waiting')]: '9x60' },
        until: 60,
      },
      {
        when: 'the mail server is restarted',
        series: { [of('alert_messages_failing')]: '0 2x20 0x40' },
        until: 60,
      },
    ],
  },
  RedrawsUnfinished: {
    fires: [
      {
        when: 'records wait for an hour',
        series: { [of('progress_redraws_unfinished')]: '0 1x80' },
        at: 61,
      },
    ],
    silent: [
      {
        when: 'records wait for fifty minutes after each of two changes',
        series: { [of('progress_redraws_unfinished')]: '0 1x49 0 1x49 0' },
        until: 100,
      },
    ],
  },
  RowsRefused: {
    fires: [
      {
        when: 'three rows of ten are refused, in the first upload after a start',
        series: { [rows('failed')]: '0 300x10', [rows('inserted')]: '0 700x10' },
        at: 1,
      },
    ],
    silent: [
      {
        when: 'a tenth of the rows is refused',
        series: { [rows('failed')]: '0 100x10', [rows('inserted')]: '0 900x10' },
        until: 10,
      },
      {
        when: 'five rows of ten are refused',
        series: { [rows('failed')]: '0 5x10', [rows('inserted')]: '0 5x10' },
        until: 10,
      },
      {
        when: 'rows of a dry run are refused',
        series: {
          [rows('failed', 'true')]: '0 500x10',
          [rows('failed')]: '0x11',
          [rows('inserted')]: '0 500x10',
        },
        until: 10,
      },
    ],
  },
};
