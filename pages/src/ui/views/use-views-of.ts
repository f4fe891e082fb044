import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import { messageOf } from '../../api/http';
import type { ViewDto } from '../../api/openapi';

const LARGEST_PAGE = 100;

interface ViewsOf {
  readonly views: readonly ViewDto[];
  /** What is said in place of them. */
  readonly note?: string;
  readonly isPending: boolean;
}

/** The views of a list that the user sees. */
export function useViewsOf(list: string): ViewsOf {
  const api = useAdminApi();
  const { data, error, isPending } = useQuery({
    queryKey: ['views', list],
    queryFn: async () => {
      const views: ViewDto[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await api.get<ViewDto[]>('views', { list, page, perPage: LARGEST_PAGE });
        views.push(...answer.data);
        if (answer.data.length < LARGEST_PAGE) return views;
      }
    },
    retry: false,
  });
  if (isPending) return { views: [], note: t`Loading`, isPending };
  if (error !== null) return { views: [], note: messageOf(error), isPending };
  return { views: data, isPending, ...(data.length === 0 ? { note: t`No views of this list yet` } : {}) };
}
