import { useListContext } from 'react-admin';

import type { BatchOutcome } from '../ui/batch-results';
import type { Result } from './batches';

/**
 * The selection of the list that contains the component. `settle` is called with the results of an action on it: rows
 * that failed stay selected, so that the action can be repeated, and `onDone` gets the outcome.
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
