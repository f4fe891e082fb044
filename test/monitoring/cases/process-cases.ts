import { type AlertCases, JOB, of, type Silent } from './case.js';

const REQUESTS = 'http_requests_total';
const USERS = '/api/v1/integration/users';
const ofUsers = { method: 'POST', route: USERS };
const SWEEP = { work: 'pacing-sweep', by: 'one' };
const LOG = { work: 'request-log', by: 'buffer' };
const OF_LOG = { work: 'request-log' };

/** A histogram in which each minute brings ten requests that take between 2 and 10 seconds. */
function slow(route: string): Record<string, string> {
  const bucket = (le: string): string =>
    of('http_request_duration_seconds_bucket', { method: 'POST', route, le });
  return { [bucket('2')]: '0x60', [bucket('10')]: '0+10x60', [bucket('+Inf')]: '0+10x60' };
}

function slowByDesign(when: string, route: string): Silent {
  return { when, series: slow(route), until: 60 };
}

/** Alerts about what a process knows of itself. */
export const PROCESS_CASES: Readonly<Record<string, AlertCases>> = {
  ServiceDown: {
    fires: [
      {
        when: 'a process does not answer',
        series: { [of('up')]: '1 0x9', [of('up', {}, 'b')]: '1x10' },
        at: 3,
        labels: { job: JOB, instance: 'a' },
        summary: 'a does not answer /metrics',
      },
    ],
    silent: [{ when: 'a process is restarted', series: { [of('up')]: '1 0x1 1x9' }, until: 10 }],
  },
  NothingScraped: {
    fires: [
      {
        when: 'the last target is gone and only another job has some',
        series: { [of('up')]: '1x3 stale', [of('up', { job: 'node' })]: '1x20' },
        at: 9,
      },
    ],
    silent: [
      { when: 'a process does not answer', series: { [of('up')]: '0x20' }, until: 20 },
      {
        when: 'a target is replaced',
        series: { [of('up')]: '1x3 _x20', [of('up', {}, 'b')]: '_x5 1x15' },
        until: 20,
      },
    ],
  },
  DatabaseAway: {
    fires: [
      {
        when: 'no process reaches the database',
        series: { [of('database_up')]: '1 0x9', [of('database_up', {}, 'b')]: '1 0x9' },
        at: 2,
      },
    ],
    silent: [
      {
        when: 'one process of two does not reach it',
        series: { [of('database_up')]: '1 0x9', [of('database_up', {}, 'b')]: '1x10' },
        until: 10,
      },
    ],
  },
  ServerErrors: {
    fires: [
      {
        when: 'three of a hundred requests fail',
        series: {
          [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+97x30',
          [of(REQUESTS, { ...ofUsers, status: '503' })]: '0+3x30',
        },
        at: 6,
      },
      {
        when: 'each of few requests fails, while a balancer asks every second whether the process is ready',
        series: {
          [of(REQUESTS, { method: 'GET', route: '/health/ready', status: '200' })]: '0+120x30',
          [of(REQUESTS, { ...ofUsers, status: '500' })]: '0+1x30',
        },
        at: 6,
      },
    ],
    silent: [
      {
        when: 'one of a hundred requests fails',
        series: {
          [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+99x30',
          [of(REQUESTS, { ...ofUsers, status: '503' })]: '0+1x30',
        },
        until: 30,
      },
      {
        when: 'requests fail for a moment',
        series: {
          [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+10x30',
          [of(REQUESTS, { ...ofUsers, status: '503' })]: '0 10x29',
        },
        until: 30,
      },
      {
        when: 'the page of the alerts of a tenant says 503, as it does while an incident is open',
        series: {
          [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+4x30',
          [of(REQUESTS, { method: 'GET', route: '/health/alerts', status: '503' })]: '0+4x30',
        },
        until: 30,
      },
      {
        when: 'testers let the calls of their sandboxes fail',
        series: {
          [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+4x30',
          [of('sandbox_requests_total', { ...ofUsers, status: '503' })]: '0+50x30',
        },
        until: 30,
      },
    ],
  },
  SlowRequests: {
    fires: [
      {
        when: 'requests of a route take longer than two seconds',
        series: slow(USERS),
        at: 11,
        labels: { job: JOB, method: 'POST', route: USERS },
        summary: `POST ${USERS} takes longer than 2 s for one request in 20`,
      },
    ],
    silent: [
      {
        when: 'one request of fifty is slow',
        series: {
          [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '2' })]: '0+49x60',
          [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '10' })]: '0+50x60',
          [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '+Inf' })]: '0+50x60',
        },
        until: 60,
      },
      slowByDesign('uploads take long', `${USERS}/bulk`),
      slowByDesign('uploads of identity providers take long', '/scim/v2/Bulk'),
      slowByDesign('files are applied', '/api/v1/admin/files/apply'),
      slowByDesign('exports are long', '/api/v1/admin/audit/export.csv'),
      slowByDesign('connectors wait for items to claim', '/api/v1/integration/sync/claims'),
    ],
  },
  PoolExhausted: {
    fires: [
      {
        when: 'steps wait for a connection all the time',
        series: { [of('database_pool_waiting')]: '0 3x15' },
        at: 7,
        labels: { job: JOB, instance: 'a' },
        summary: 'a has waited for database connections for 5 minutes',
      },
    ],
    silent: [
      {
        when: 'steps wait, but not at each scrape',
        series: { [of('database_pool_waiting')]: '0 3x3 0 3x3 0 3x3 0' },
        until: 15,
      },
      {
        when: 'a process that was just started had to wait once',
        series: { [of('database_pool_waiting')]: '_x3 3 0x15' },
        until: 15,
      },
    ],
  },
  EventLoopBusy: {
    fires: [
      {
        when: 'the event loop is late all the time',
        series: { [of('nodejs_eventloop_lag_p99_seconds')]: '0.01 0.8x20' },
        at: 12,
        labels: { job: JOB, instance: 'a' },
        summary: 'a has not enough CPU time',
      },
    ],
    silent: [
      {
        when: 'a start takes all of the CPU',
        series: { [of('nodejs_eventloop_lag_p99_seconds')]: '0.8x2 0.01x30' },
        until: 30,
      },
    ],
  },
  RateLimitsApart: {
    fires: [
      {
        when: 'a process does not reach Redis',
        series: { [of('rate_limit_store_up')]: '1 0x9', [of('rate_limit_store_up', {}, 'b')]: '1x10' },
        at: 6,
      },
    ],
    silent: [
      { when: 'Redis is restarted', series: { [of('rate_limit_store_up')]: '1 0x2 1x10' }, until: 12 },
    ],
  },
  ClockDiffers: {
    fires: [
      {
        when: 'a process is behind the database',
        series: {
          [of('database_clock_ahead_seconds')]: '0 -90x9',
          [of('database_clock_ahead_seconds', {}, 'b')]: '0.2x10',
        },
        at: 3,
        labels: { job: JOB, instance: 'a' },
        summary: "The clock of a differs from the database's by more than a second; it is not ready",
      },
    ],
    silent: [
      {
        when: 'a clock is set right within a minute',
        series: { [of('database_clock_ahead_seconds')]: '0.4 5x1 0.1x10' },
        until: 10,
      },
    ],
  },
  GuessedKeys: {
    fires: [
      {
        when: 'a client goes on with wrong secrets',
        series: { [of('rate_limited_total', { kind: 'authentication' })]: '0+20x20' },
        at: 6,
      },
    ],
    silent: [
      {
        when: 'a client is over the limit of its key',
        series: {
          [of('rate_limited_total', { kind: 'tenant' })]: '0+50x20',
          [of('rate_limited_total', { kind: 'authentication' })]: '0+1x20',
        },
        until: 20,
      },
    ],
  },
  BackgroundWorkLate: {
    fires: [
      {
        when: 'no process has swept for longer than the limit',
        series: {
          [of('background_age_seconds', SWEEP)]: '0 3700x10',
          [of('background_age_seconds', SWEEP, 'b')]: '0 7200x10',
          [of('background_late_after_seconds', SWEEP)]: '3600x11',
          [of('background_late_after_seconds', SWEEP, 'b')]: '3600x11',
        },
        at: 6,
        labels: { job: JOB, work: 'pacing-sweep' },
        summary: 'pacing-sweep has not run without a failure for too long; background list shows it',
      },
      {
        when: 'one of two processes does not write its request log',
        series: {
          [of('background_age_seconds', LOG)]: '1x20',
          [of('background_age_seconds', LOG, 'b')]: '1+60x20',
          [of('background_late_after_seconds', LOG)]: '300x20',
          [of('background_late_after_seconds', LOG, 'b')]: '300x20',
        },
        at: 10,
        labels: { job: JOB, work: 'request-log' },
        summary: 'request-log has not run without a failure for too long; background list shows it',
      },
    ],
    silent: [
      {
        when: 'always the same process of two sweeps',
        series: {
          [of('background_age_seconds', SWEEP)]: '900x20',
          [of('background_age_seconds', SWEEP, 'b')]: '7200+60x20',
          [of('background_late_after_seconds', SWEEP)]: '3600x20',
          [of('background_late_after_seconds', SWEEP, 'b')]: '3600x20',
        },
        until: 20,
      },
    ],
  },
  BackgroundRowsLost: {
    fires: [
      {
        when: 'requests are missing',
        series: { [of('background_rows_lost_total', OF_LOG)]: '0 5x10' },
        at: 1,
        labels: { job: JOB, work: 'request-log' },
        summary: 'Rows of request-log were lost on their way to the database',
      },
      {
        when: 'fewer are missing since a restart than were before it',
        series: { [of('background_rows_lost_total', OF_LOG)]: '10x70 0 3x9' },
        at: 72,
        labels: { job: JOB, work: 'request-log' },
        summary: 'Rows of request-log were lost on their way to the database',
      },
    ],
    silent: [
      {
        when: 'a process is restarted that had lost some long ago',
        series: { [of('background_rows_lost_total', OF_LOG)]: '10x70 0x30' },
        until: 100,
      },
    ],
  },
};
