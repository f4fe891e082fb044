import { t } from '@lingui/core/macro';

import type { SyncItemDto } from '../api/openapi';

/** The statuses in the order in which an item goes through them. */
export const SYNC_STATUSES: Readonly<Record<SyncItemDto['syncStatus'], string>> = {
  not_queued: t`Not queued`,
  queued: t`Queued`,
  processing: t`Processing`,
  sent: t`Sent`,
  failed: t`Failed`,
};
