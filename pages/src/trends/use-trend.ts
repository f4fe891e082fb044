import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';

export interface Trend<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Whether the data are those of the choice before. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
  /** The last figures that there were; another choice can be made of them when those of this one cannot be loaded. */
  readonly last: T | undefined;
}

/** The figures of a picture; while other ones are loaded, those before stay in view. */
export function useTrend<T>(path: string, query: Readonly<Record<string, string>>): Trend<T> {
  const api = useAdminApi();
  const answer = useQuery<T>({
    queryKey: ['trends', path, query],
    queryFn: async () => (await api.get<T>(`trends/${path}`, query)).data,
    placeholderData: (before) => before,
    retry: false,
  });
  const { data, error, isPending, isPlaceholderData, refetch } = answer;
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data, error, isPending, isPlaceholderData, refetch, last };
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
