import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { FirstStepsDto } from '../api/openapi';
import { FIRST_STEPS_KEY } from './use-first-steps';

/** Says that the e-mail domain and the time zone are right as they are, which ticks their step. */
export function useConfirmUniversity() {
  const api = useAdminApi();
  const queries = useQueryClient();
  const notify = useNotify();
  return async () => {
    try {
      const { data } = await api.put<FirstStepsDto>('first-steps/university', {});
      queries.setQueryData(FIRST_STEPS_KEY, data);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
}
