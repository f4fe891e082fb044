import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { RunPeopleCountsDto } from '../api/openapi';

interface PeopleFilter {
  readonly kind?: string | undefined;
  readonly field?: string | undefined;
}

/** How many people the run changed, for each value of the filters. */
export function usePeopleCounts(
  run: string,
  { kind, field }: PeopleFilter = {},
): UseQueryResult<RunPeopleCountsDto> {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['runPeople', 'counts', run, kind, field],
    queryFn: async () => {
      const path = `runs/${encodeURIComponent(run)}/people/counts`;
      return (await api.get<RunPeopleCountsDto>(path, { kind, field })).data;
    },
    retry: false,
  });
}
