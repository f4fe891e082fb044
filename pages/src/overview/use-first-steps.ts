import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { FirstStepsDto } from '../api/openapi';
import { mayDo, useRole } from '../api/roles';

export const FIRST_STEPS_KEY = ['first-steps'];

/** What a new university has set up, for those who set it up. */
export function useFirstSteps() {
  const api = useAdminApi();
  const role = useRole();
  const { data, isLoading } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: async () => (await api.get<FirstStepsDto>('first-steps')).data,
    enabled: mayDo(role, 'administer'),
    // Without an answer the overview is shown without the steps.
    retry: false,
  });
  return { firstSteps: data, isLoading: isLoading || role === undefined };
}

/** Hides the steps from all administrators, or shows them again. */
export function useHideFirstSteps() {
  const api = useAdminApi();
  const queries = useQueryClient();
  const notify = useNotify();
  return async (isHidden: boolean) => {
    try {
      const { data } = await api.put<FirstStepsDto>('first-steps', { isHidden });
      queries.setQueryData(FIRST_STEPS_KEY, data);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
}
