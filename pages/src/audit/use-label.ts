import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { ApiKeyDto, UserDto } from '../api/openapi';

/** The kind and the ID of an actor or a target: `user:950000001`. */
export function partsOf(name: string): readonly [kind: string, id: string] {
  const [kind = '', id = ''] = name.split(/:(.*)/s);
  return [kind, id];
}

/** The name of a person or the label of a key; of anything else, and until it is known, the code itself. */
export function useLabel(code: string): string {
  const api = useAdminApi();
  const [kind, id] = partsOf(code);
  const { data } = useQuery({
    queryKey: ['audit-label', code],
    queryFn: async () => {
      const path = encodeURIComponent(id);
      if (kind === 'key') return (await api.get<ApiKeyDto>(`keys/${path}`)).data.label;
      const { firstName, lastName } = (await api.get<UserDto>(`users/${path}`)).data;
      return `${firstName} ${lastName}`;
    },
    enabled: id !== '' && (kind === 'key' || kind === 'user' || kind === 'admin'),
    staleTime: Infinity,
    retry: false,
  });
  return data ?? code;
}
