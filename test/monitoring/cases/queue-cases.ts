import { type AlertCases, at, of, ofBoth, until } from './case.js';

const CLAIMS = of('sync_claims_total');
const EXPIRED = of('sync_leases_expired_total');
const READY = of('sync_queue_ready_seconds', { target: 'SIS' });
const FAILED = of('sync_queue_items', { status: 'failed' });
const oldest = (status: string): string => of('sync_queue_oldest_seconds', { status });

/** Alerts about review events and the queue. */
export const QUEUE_CASES: Readonly<Record<string, AlertCases>> = {
  ReviewEventsLate: {
    fires: [at(6, 'an event waits for eleven minutes', { [of('review_events_lag_seconds')]: '0 660x10' })],
    silent: [until(20, 'events wait for nine minutes', { [of('review_events_lag_seconds')]: '540x20' })],
  },
  ReviewEventsDeadLettered: {
    fires: [at(1, 'an event is dead-lettered', { [of('review_events_dead_lettered')]: '0 1x5' })],
    silent: [
      until(10, 'events wait for their next attempt', {
        [of('review_events_dead_lettered')]: '0x10',
        [of('review_events_waiting')]: '5x10',
      }),
    ],
  },
  QueueStuck: {
    fires: [at(16, 'an item is queued for 26 hours', { [oldest('queued')]: '0 93700x20' })],
    silent: [
      until(40, 'a connector fetches the queue every day', {
        [oldest('queued')]: '90000x40',
        [oldest('processing')]: '93700x40',
      }),
    ],
  },
  QueueNotAcknowledged: {
    fires: [
      at(16, 'nothing is reported about an item for two hours', { [oldest('processing')]: '0 7201x20' }),
    ],
    silent: [
      until(40, 'a connector takes an hour, and other items are queued for longer', {
        [oldest('processing')]: '3600x40',
        [oldest('queued')]: '7201x40',
      }),
    ],
  },
  NothingClaimed: {
    fires: [
      at(31, 'a connector claimed for ten minutes and has stopped, while items wait', {
        [CLAIMS]: '0+10x10 100x60',
        [READY]: '0x10 60+60x60',
      }),
    ],
    silent: [
      until(60, 'no connector uses claims', { [CLAIMS]: '0x60', [READY]: '0+60x60' }),
      until(60, 'connectors claim, and there is more than they can do', {
        [CLAIMS]: '0+1x60',
        [READY]: '0+60x60',
      }),
      until(70, 'there is nothing to claim', { [CLAIMS]: '0+10x10 100x60', [READY]: '0x70' }),
    ],
  },
  LeasesExpire: {
    fires: [at(6, 'a tenth of all leases run out', { [CLAIMS]: '0+10x40', [EXPIRED]: '0+1x40' })],
    silent: [
      until(60, 'one lease of thirty runs out', { [CLAIMS]: '0+30x60', [EXPIRED]: '0+1x60' }),
      until(60, 'five leases of ten run out', { [CLAIMS]: '0+1x10 10x50', [EXPIRED]: '0+1x5 5x55' }),
    ],
  },
  LeasesLost: {
    fires: [at(11, 'a report comes too late every minute', { [of('sync_leases_lost_total')]: '0+1x40' })],
    silent: [until(50, 'ten reports come too late', { [of('sync_leases_lost_total')]: '0+1x10 10x40' })],
  },
  QueueFailures: {
    fires: [
      at(61, 'eighteen items fail within an hour', { [FAILED]: '2x60 20x10' }),
      at(
        61,
        'the same is reported by two processes',
        ofBoth('sync_queue_items', '2x60 13x10', { status: 'failed' }),
      ),
    ],
    silent: [
      until(120, 'eight items fail within an hour', { [FAILED]: '2x60 10x60' }),
      until(120, 'failed items are replayed', { [FAILED]: '50x60 3x60' }),
    ],
  },
};
