import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { FoundDto } from '../api/openapi';

const PAUSE_MS = 200;

/** The longest text that the search takes. */
export const LONGEST_SEARCH = 100;

export interface Search {
  /** What this very text finds: an answer to a former text is dropped. Undefined until the answer has come. */
  readonly found: FoundDto | undefined;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** The text, after a pause in typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}

/** Searches for everything that has a page, after a pause in typing. */
export function useSearch(typed: string): Search {
  const api = useAdminApi();
  const text = typed.trim();
  const settled = useSettled(text);
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', settled],
    queryFn: async () => (await api.get<FoundDto>('search', { q: settled })).data,
    enabled: settled !== '',
    retry: false,
  });
  const isCurrent = settled === text;
  return {
    found: isCurrent ? data : undefined,
    isBusy: !isCurrent || isFetching,
    error: isCurrent ? error : null,
  };
}
