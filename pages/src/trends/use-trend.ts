import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';

/** The figures of a picture; while other ones are loaded, those before stay in view. */
export function useTrend<T>(path: string, query: Readonly<Record<string, string>>) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['trends', path, query],
    queryFn: async () => (await api.get<T>(`trends/${path}`, query)).data,
    placeholderData: (before) => before,
    retry: false,
  });
}

/** The address as it is now. After another choice the page may not be drawn yet, and knows the one before. */
function choicesNow(): URLSearchParams {
  return new URLSearchParams(window.location.hash.split('?')[1]);
}

/** A choice that stands in the address, so that a picture can be sent to a colleague; blank is the first one. */
export function useChoice(name: string): readonly [value: string, choose: (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (value: string) => {
    const next = choicesNow();
    if (value === '') next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return [query.get(name) ?? '', choose];
}
