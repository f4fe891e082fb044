import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';

/** The row that the page's address names. */
export function useRow<T extends RaRecord>(resource: string) {
  const { id = '' } = useParams();
  // react-admin would take a row of a list from its cache, which lacks fields; another `meta` is another query.
  const answer = useGetOne<T>(resource, { id, meta: { whole: true } }, { retry: false });
  return { id, ...answer };
}
