import { t } from '@lingui/core/macro';

import type { AdminDataProvider } from '../api/data-provider';
import type { ResolvedDto } from '../api/openapi';
import { inBatches, outcomeOf } from '../selection/batches';
import type { BatchOutcome } from '../ui/batch-results';

/** Takes the decisions about these discrepancies back. */
export async function undoAll(api: AdminDataProvider, ids: readonly string[]): Promise<BatchOutcome> {
  const sent = await inBatches(ids, async (some) => {
    const { data } = await api.post<ResolvedDto[]>('discrepancies/undo', { ids: some });
    return data;
  });
  return outcomeOf(sent, t`taken back`);
}
