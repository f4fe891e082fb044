import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';

/** The row that the page's address names. */
export function useRow<T extends RaRecord>(resource: string) {
  const { id = '' } = useParams();
  // Lists leave their rows in the cache as if they were whole; with a `meta` of its own this answer is another one.
  const answer = useGetOne<T>(resource, { id, meta: { whole: true } }, { retry: false });
  return { id, ...answer };
}
