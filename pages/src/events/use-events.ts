import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { HttpError, useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { AdminEventDto, EventsMetaDto } from '../api/openapi';
import { useForget } from '../ui/forget-people';

const LOOK_MS = 3000;
/** Events of a nightly run are many: what they change on the page is read again at most so often. */
const REFRESH_MS = 5000;
/** Other processes write the counts of a run within five seconds. */
const ONCE_MORE_MS = 7000;
const MOST_SHOWN = 20;

/** A person, or a run. */
export interface Watched {
  readonly userId?: string;
  readonly run?: string;
}

interface Seen {
  readonly after: string | undefined;
  readonly hasMore: boolean;
  /** Since the page was opened. */
  readonly count: number;
  /** The newest first. */
  readonly events: readonly AdminEventDto[];
}

const NOTHING: Seen = { after: undefined, hasMore: false, count: 0, events: [] };

/** The place is older than what is kept, of before a reset, or signed with a key that the server has no more. */
function isRefusedPlace(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 410 || error.status === 400);
}

/** What has happened since the page was opened. The rest of the page is read again when something has. */
export function useEvents(watched: Watched): Seen {
  const api = useAdminApi();
  const client = useQueryClient();
  const refresh = useRefresh();
  const queryKey = ['events', watched];
  const { data = NOTHING } = useQuery({
    queryKey,
    queryFn: async (): Promise<Seen> => {
      const before = client.getQueryData<Seen>(queryKey) ?? NOTHING;
      const look = (after: string | undefined) =>
        api.get<AdminEventDto[], EventsMetaDto>('events', { ...watched, after });
      const { data: found, meta } = await look(before.after).catch((error: unknown) => {
        if (before.after !== undefined && isRefusedPlace(error)) return look(undefined);
        throw error;
      });
      const events = [...found.toReversed(), ...before.events].slice(0, MOST_SHOWN);
      const { nextAfter, hasMore, count } = meta;
      return { after: nextAfter, hasMore, count: before.count + count, events };
    },
    refetchInterval: ({ state: { data: seen, error } }) =>
      seen?.hasMore === true && error === null ? 1 : LOOK_MS,
    gcTime: 0,
    retry: false,
  });
  const { count, events } = data;
  const forget = useForget();
  const erased = events.flatMap(({ type, subject }) => (type === 'user.erased.v1' ? subject : [])).join(' ');
  useEffect(() => {
    for (const id of erased.split(' ')) if (id !== '') forget(id);
  }, [erased, forget]);
  const refreshFrom = useRef(0);
  useEffect(() => {
    if (count === 0) return undefined;
    const refreshSoon = setTimeout(() => {
      refreshFrom.current = Date.now() + REFRESH_MS;
      refresh();
    }, refreshFrom.current - Date.now());
    const refreshOnceMore = setTimeout(refresh, ONCE_MORE_MS);
    return () => {
      clearTimeout(refreshSoon);
      clearTimeout(refreshOnceMore);
    };
  }, [count, refresh]);
  return data;
}
