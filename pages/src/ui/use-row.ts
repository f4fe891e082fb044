import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';

/** The row that the page's address names. */
export function useRow<T extends RaRecord>(resource: string) {
  const { id = '' } = useParams();
  // react-admin's cache may have the row of the list, which lacks fields. Another `meta` makes it another query.
  const answer = useGetOne<T>(resource, { id, meta: { whole: true } }, { retry: false });
  return { id, ...answer };
}
