import { t } from '@lingui/core/macro';

import type { QueueRowDto } from '../api/openapi';
import { StatusChip } from '../ui/status-chip';

/** The status of an item; of a failed one, why: a decision is missing, or the delivery failed. */
export const ItemStatus = ({ syncStatus, failure }: Pick<QueueRowDto, 'syncStatus' | 'failure'>) => {
  if (failure === 'decision')
    return <StatusChip value="failed" tone="warning" label={t`Waits for a decision`} />;
  if (failure === 'delivery') return <StatusChip value="failed" label={t`Delivery failed`} />;
  return <StatusChip value={syncStatus} />;
};
