import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { AttentionDto } from '../api/openapi';

/** The key of what is read; a page on which something was decided invalidates it. */
export const ATTENTION = ['attention'];

const REFRESH_MS = 60_000;

/** What needs an administrator, for the badges of the menu. */
export function useAttention() {
  const api = useAdminApi();
  return useQuery({
    queryKey: ATTENTION,
    queryFn: async () => (await api.get<AttentionDto>('attention')).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}
