import { useListContext } from 'react-admin';

import type { BatchOutcome } from './batch-results';
import type { Result } from './batches';

/**
 * What is selected in the list around, and what to call with the results of an action on it: `onDone` is told the
 * outcome, and what failed stays selected, so that it can be tried again.
 */
export function useSelection(onDone: (outcome: BatchOutcome) => void) {
  const { selectedIds, onSelect, refetch } = useListContext<{ id: string }>();
  const settle = (outcome: BatchOutcome, results: ReadonlyMap<string, Result>) => {
    onSelect(selectedIds.filter((id) => results.get(id)?.ok !== true));
    void refetch();
    onDone(outcome);
  };
  return { selectedIds, settle };
}
