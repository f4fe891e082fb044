import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';

/** The row that the page's address names. */
export function useRow<T extends RaRecord>(resource: string) {
  const { id = '' } = useParams();
  const answer = useGetOne<T>(resource, { id }, { retry: false });
  return { id, ...answer };
}
