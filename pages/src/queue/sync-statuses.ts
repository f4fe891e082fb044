import type { SyncItemDto } from '../api/openapi';

/** In the order in which an item takes them. */
export const SYNC_STATUSES: Readonly<Record<SyncItemDto['syncStatus'], string>> = {
  not_queued: 'Not queued',
  queued: 'Queued',
  processing: 'Processing',
  sent: 'Sent',
  failed: 'Failed',
};
