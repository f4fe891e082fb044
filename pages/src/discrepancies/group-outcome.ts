import { createContext, useContext } from 'react';

import type { BatchOutcome } from '../ui/batch-results';

interface GroupOutcomeValue {
  readonly outcome: BatchOutcome | undefined;
  readonly setOutcome: (outcome: BatchOutcome | undefined) => void;
}

/** What became of the group that was decided last; its row is gone by then. */
export const GroupOutcome = createContext<GroupOutcomeValue>({
  outcome: undefined,
  setOutcome: () => undefined,
});

export function useGroupOutcome(): GroupOutcomeValue {
  return useContext(GroupOutcome);
}
