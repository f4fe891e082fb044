import { type AlertCases, at, JOB, of, ofBoth, ofProcess, type Said, type Silent, until } from './case.js';

const REQUESTS = 'http_requests_total';
const USERS = '/api/v1/integration/users';
const ofUsers = { method: 'POST', route: USERS };
const SWEEP = { work: 'pacing-sweep', by: 'one' };
const LOG = { work: 'request-log', by: 'buffer' };
const OF_LOG = { work: 'request-log' };
const LOST = {
  labels: { job: JOB, ...OF_LOG },
  summary: 'Rows of request-log were lost on their way to the database',
};

function lateWork(work: string): Said {
  const summary = `${work} has not run without a failure for too long; background list shows it`;
  return { labels: { job: JOB, work }, summary };
}

/** A histogram in which each minute brings ten requests that take between 2 and 10 seconds. */
function slow(route: string): Record<string, string> {
  const bucket = (le: string): string =>
    of('http_request_duration_seconds_bucket', { method: 'POST', route, le });
  return { [bucket('2')]: '0x60', [bucket('10')]: '0+10x60', [bucket('+Inf')]: '0+10x60' };
}

function slowByDesign(when: string, route: string): Silent {
  return until(60, when, slow(route));
}

/** Alerts about what a process knows of itself. */
export const PROCESS_CASES: Readonly<Record<string, AlertCases>> = {
  ServiceDown: {
    fires: [
      at(
        3,
        'a process does not answer',
        { [of('up')]: '1 0x9', [of('up', {}, 'b')]: '1x10' },
        ofProcess('a does not answer /metrics'),
      ),
    ],
    silent: [until(10, 'a process is restarted', { [of('up')]: '1 0x1 1x9' })],
  },
  NothingScraped: {
    fires: [
      at(9, 'the last target is gone and only another job has some', {
        [of('up')]: '1x3 stale',
        [of('up', { job: 'node' })]: '1x20',
      }),
    ],
    silent: [
      until(20, 'a process does not answer', { [of('up')]: '0x20' }),
      until(20, 'a target is replaced', { [of('up')]: '1x3 _x20', [of('up', {}, 'b')]: '_x5 1x15' }),
    ],
  },
  CommitsLost: {
    fires: [at(1, 'a process has found a loss', ofBoth('commit_losses', '0 1x9'))],
    silent: [until(10, 'none was found within the last day', ofBoth('commit_losses', '0x10'))],
  },
  DatabaseAway: {
    fires: [at(2, 'no process reaches the database', ofBoth('database_up', '1 0x9'))],
    silent: [
      until(10, 'one process of two does not reach it', {
        [of('database_up')]: '1 0x9',
        [of('database_up', {}, 'b')]: '1x10',
      }),
    ],
  },
  ServerErrors: {
    fires: [
      at(6, 'three of a hundred requests fail', {
        [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+97x30',
        [of(REQUESTS, { ...ofUsers, status: '503' })]: '0+3x30',
      }),
      at(6, 'each of few requests fails, while a balancer asks every second whether the process is ready', {
        [of(REQUESTS, { method: 'GET', route: '/health/ready', status: '200' })]: '0+120x30',
        [of(REQUESTS, { ...ofUsers, status: '500' })]: '0+1x30',
      }),
    ],
    silent: [
      until(30, 'one of a hundred requests fails', {
        [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+99x30',
        [of(REQUESTS, { ...ofUsers, status: '503' })]: '0+1x30',
      }),
      until(30, 'requests fail for a moment', {
        [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+10x30',
        [of(REQUESTS, { ...ofUsers, status: '503' })]: '0 10x29',
      }),
      until(30, 'the page of the alerts of a tenant says 503, as it does while an incident is open', {
        [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+4x30',
        [of(REQUESTS, { method: 'GET', route: '/health/alerts', status: '503' })]: '0+4x30',
      }),
      until(30, 'testers let the calls of their sandboxes fail', {
        [of(REQUESTS, { ...ofUsers, status: '200' })]: '0+4x30',
        [of('sandbox_requests_total', { ...ofUsers, status: '503' })]: '0+50x30',
      }),
    ],
  },
  SlowRequests: {
    fires: [
      at(11, 'requests of a route take longer than two seconds', slow(USERS), {
        labels: { job: JOB, method: 'POST', route: USERS },
        summary: `POST ${USERS} takes longer than 2 s for one request in 20`,
      }),
    ],
    silent: [
      until(60, 'one request of fifty is slow', {
        [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '2' })]: '0+49x60',
        [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '10' })]: '0+50x60',
        [of('http_request_duration_seconds_bucket', { ...ofUsers, le: '+Inf' })]: '0+50x60',
      }),
      slowByDesign('uploads take long', `${USERS}/bulk`),
      slowByDesign('uploads of identity providers take long', '/scim/v2/Bulk'),
      slowByDesign('files are applied', '/api/v1/admin/files/apply'),
      slowByDesign('exports are long', '/api/v1/admin/audit/export.csv'),
      slowByDesign('readers wait for events', '/api/v1/integration/events'),
      slowByDesign('connectors wait for items to claim', '/api/v1/integration/sync/claims'),
    ],
  },
  PoolExhausted: {
    fires: [
      at(
        7,
        'steps wait for a connection all the time',
        { [of('database_pool_waiting')]: '0 3x15' },
        ofProcess('a has waited for database connections for 5 minutes'),
      ),
    ],
    silent: [
      until(15, 'steps wait, but not at each scrape', {
        [of('database_pool_waiting')]: '0 3x3 0 3x3 0 3x3 0',
      }),
      until(15, 'a process that was just started had to wait once', {
        [of('database_pool_waiting')]: '_x3 3 0x15',
      }),
    ],
  },
  EventLoopBusy: {
    fires: [
      at(
        12,
        'the event loop is late all the time',
        { [of('nodejs_eventloop_lag_p99_seconds')]: '0.01 0.8x20' },
        ofProcess('a has not enough CPU time'),
      ),
    ],
    silent: [
      until(30, 'a start takes all of the CPU', {
        [of('nodejs_eventloop_lag_p99_seconds')]: '0.8x2 0.01x30',
      }),
    ],
  },
  RateLimitsApart: {
    fires: [
      at(6, 'a process does not reach Redis', {
        [of('rate_limit_store_up')]: '1 0x9',
        [of('rate_limit_store_up', {}, 'b')]: '1x10',
      }),
    ],
    silent: [until(12, 'Redis is restarted', { [of('rate_limit_store_up')]: '1 0x2 1x10' })],
  },
  ClockDiffers: {
    fires: [
      at(
        3,
        'a process is behind the database',
        {
          [of('database_clock_ahead_seconds')]: '0 -90x9',
          [of('database_clock_ahead_seconds', {}, 'b')]: '0.2x10',
        },
        ofProcess("The clock of a differs from the database's by more than a second; it is not ready"),
      ),
    ],
    silent: [
      until(10, 'a clock is set right within a minute', {
        [of('database_clock_ahead_seconds')]: '0.4 5x1 0.1x10',
      }),
    ],
  },
  GuessedKeys: {
    fires: [
      at(6, 'a client continues with wrong secrets', {
        [of('rate_limited_total', { kind: 'authentication' })]: '0+20x20',
      }),
    ],
    silent: [
      until(20, 'a client is over the limit of its key', {
        [of('rate_limited_total', { kind: 'tenant' })]: '0+50x20',
        [of('rate_limited_total', { kind: 'authentication' })]: '0+1x20',
      }),
    ],
  },
  BackgroundWorkLate: {
    fires: [
      at(
        6,
        'no process has swept for longer than the limit',
        {
          [of('background_age_seconds', SWEEP)]: '0 3700x10',
          [of('background_age_seconds', SWEEP, 'b')]: '0 7200x10',
          ...ofBoth('background_late_after_seconds', '3600x11', SWEEP),
        },
        lateWork('pacing-sweep'),
      ),
      at(
        10,
        'one of two processes does not write its request log',
        {
          [of('background_age_seconds', LOG)]: '1x20',
          [of('background_age_seconds', LOG, 'b')]: '1+60x20',
          ...ofBoth('background_late_after_seconds', '300x20', LOG),
        },
        lateWork('request-log'),
      ),
    ],
    silent: [
      until(20, 'always the same process of two sweeps', {
        [of('background_age_seconds', SWEEP)]: '900x20',
        [of('background_age_seconds', SWEEP, 'b')]: '7200+60x20',
        ...ofBoth('background_late_after_seconds', '3600x20', SWEEP),
      }),
    ],
  },
  BackgroundRowsLost: {
    fires: [
      at(1, 'requests are missing', { [of('background_rows_lost_total', OF_LOG)]: '0 5x10' }, LOST),
      at(
        72,
        'fewer are missing since a restart than were before it',
        { [of('background_rows_lost_total', OF_LOG)]: '10x70 0 3x9' },
        LOST,
      ),
    ],
    silent: [
      until(100, 'a process is restarted that had lost some long ago', {
        [of('background_rows_lost_total', OF_LOG)]: '10x70 0x30',
      }),
    ],
  },
};
