import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import type { PersonStatusDto } from '../../api/openapi';

/** Whether a person can log in and why, and how much there is about them. */
export function usePersonStatus(userId: string) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['users', 'status', userId],
    queryFn: async () => (await api.get<PersonStatusDto>(`users/${encodeURIComponent(userId)}/status`)).data,
    retry: false,
  });
}
