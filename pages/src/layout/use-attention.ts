import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { AttentionDto } from '../api/openapi';

const REFRESH_MS = 60_000;

/** What needs an administrator, for the badges of the menu. */
export function useAttention() {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['attention'],
    queryFn: async () => (await api.get<AttentionDto>('attention')).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}
