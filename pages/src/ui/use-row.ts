import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';

import { stillThere } from './forget-people';

const REFRESH_MS = 3000;

/**
 * The row that the page's address names.
 * @param waits whether the row is asked for again and again, because something is about to happen to it
 */
export function useRow<T extends RaRecord>(resource: string, waits: (row: T) => boolean = () => false) {
  const { id = '' } = useParams();
  const answer = useGetOne<T>(
    resource,
    // react-admin's cache may have the row of the list, which lacks fields. Another `meta` makes it another query.
    { id, meta: { whole: true } },
    {
      retry: false,
      refetchInterval: ({ state: { data } }) => data !== undefined && waits(data) && REFRESH_MS,
    },
  );
  return { id, ...stillThere(answer) };
}
