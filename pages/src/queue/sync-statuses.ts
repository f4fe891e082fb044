import type { SyncItemDto } from '../api/openapi';

/** The statuses in the order in which an item goes through them. */
export const SYNC_STATUSES: Readonly<Record<SyncItemDto['syncStatus'], string>> = {
  not_queued: 'Not queued',
  queued: 'Queued',
  processing: 'Processing',
  sent: 'Sent',
  failed: 'Failed',
};
