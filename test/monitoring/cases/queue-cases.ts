import { type AlertCases, of } from './case.js';

const CLAIMS = of('sync_claims_total');
const EXPIRED = of('sync_leases_expired_total');
const READY = of('sync_queue_ready_seconds', { target: 'SIS' });
const FAILED = of('sync_queue_items', { status: 'failed' });
const oldest = (status: string): string => of('sync_queue_oldest_seconds', { status });

/** Alerts about review events and the queue. */
export const QUEUE_CASES: Readonly<Record<string, AlertCases>> = {
  ReviewEventsLate: {
    fires: [
      {
        when: 'an event waits for eleven minutes',
        series: { [of('review_events_lag_seconds')]: '0 660x10' },
        at: 6,
      },
    ],
    silent: [
      {
        when: 'events wait for nine minutes',
        series: { [of('review_events_lag_seconds')]: '540x20' },
        until: 20,
      },
    ],
  },
  ReviewEventsParked: {
    fires: [{ when: 'an event is parked', series: { [of('review_events_parked')]: '0 1x5' }, at: 1 }],
    silent: [
      {
        when: 'events wait for their next attempt',
        series: { [of('review_events_parked')]: '0x10', [of('review_events_waiting')]: '5x10' },
        until: 10,
      },
    ],
  },
  QueueStuck: {
    fires: [{ when: 'an item is queued for 26 hours', series: { [oldest('queued')]: '0 93700x20' }, at: 16 }],
    silent: [
      {
        when: 'a connector fetches the queue every day',
        series: { [oldest('queued')]: '90000x40', [oldest('processing')]: '93700x40' },
        until: 40,
      },
    ],
  },
  QueueNotAcknowledged: {
    fires: [
      {
        when: 'nothing is reported about an item for two hours',
        series: { [oldest('processing')]: '0 7201x20' },
        at: 16,
      },
    ],
    silent: [
      {
        when: 'a connector takes an hour, and other items are queued for longer',
        series: { [oldest('processing')]: '3600x40', [oldest('queued')]: '7201x40' },
        until: 40,
      },
    ],
  },
  NothingClaimed: {
    fires: [
      {
        when: 'a connector claimed for ten minutes and has stopped, while items wait',
        series: { [CLAIMS]: '0+10x10 100x60', [READY]: '0x10 60+60x60' },
        at: 31,
      },
    ],
    silent: [
      {
        when: 'no connector uses claims',
        series: { [CLAIMS]: '0x60', [READY]: '0+60x60' },
        until: 60,
      },
      {
        when: 'connectors claim, and there is more than they can do',
        series: { [CLAIMS]: '0+1x60', [READY]: '0+60x60' },
        until: 60,
      },
      {
        when: 'there is nothing to claim',
        series: { [CLAIMS]: '0+10x10 100x60', [READY]: '0x70' },
        until: 70,
      },
    ],
  },
  LeasesExpire: {
    fires: [
      { when: 'a tenth of all leases run out', series: { [CLAIMS]: '0+10x40', [EXPIRED]: '0+1x40' }, at: 6 },
    ],
    silent: [
      {
        when: 'one lease of thirty runs out',
        series: { [CLAIMS]: '0+30x60', [EXPIRED]: '0+1x60' },
        until: 60,
      },
      {
        when: 'five leases of ten run out',
        series: { [CLAIMS]: '0+1x10 10x50', [EXPIRED]: '0+1x5 5x55' },
        until: 60,
      },
    ],
  },
  LeasesLost: {
    fires: [
      {
        when: 'a report comes too late every minute',
        series: { [of('sync_leases_lost_total')]: '0+1x40' },
        at: 11,
      },
    ],
    silent: [
      {
        when: 'ten reports come too late',
        series: { [of('sync_leases_lost_total')]: '0+1x10 10x40' },
        until: 50,
      },
    ],
  },
  QueueFailures: {
    fires: [
      { when: 'eighteen items fail within an hour', series: { [FAILED]: '2x60 20x10' }, at: 61 },
      {
        when: 'the same is told by two processes',
        series: {
          [FAILED]: '2x60 13x10',
          [of('sync_queue_items', { status: 'failed' }, 'b')]: '2x60 13x10',
        },
        at: 61,
      },
    ],
    silent: [
      { when: 'eight items fail within an hour', series: { [FAILED]: '2x60 10x60' }, until: 120 },
      { when: 'failed items are replayed', series: { [FAILED]: '50x60 3x60' }, until: 120 },
    ],
  },
};
