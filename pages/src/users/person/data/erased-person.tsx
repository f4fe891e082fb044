import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../../api/data-provider';
import type { ErasureDto } from '../../../api/openapi';
import { useMay } from '../../../api/roles';
import { ErrorState } from '../../../ui/error-state';
import { PageLoading } from '../../../ui/page-loading';
import { ErasureProgress } from './erasure-progress';

const ASKED_EVERY_MS = 1000;

interface ErasedPersonProps {
  readonly userId: string;
  /** Why there is no such person, where none was erased either. */
  readonly error: unknown;
}

/** In place of a person who is not stored any more: how far the erasure is, until all is erased. */
const ErasedPerson = ({ userId, error }: ErasedPersonProps) => {
  const api = useAdminApi();
  const mayAsk = useMay('audit');
  const erasure = useQuery({
    queryKey: ['users', 'erasure', userId],
    queryFn: async () => (await api.get<ErasureDto>(`users/${encodeURIComponent(userId)}/erase`)).data,
    refetchInterval: ({ state: { data } }) => (data?.state === 'erasing' ? ASKED_EVERY_MS : false),
    enabled: mayAsk,
    retry: false,
  });
  if (erasure.data !== undefined) return <ErasureProgress erasure={erasure.data} />;
  return erasure.isLoading ? <PageLoading /> : <ErrorState error={error} />;
};

export default ErasedPerson;
