import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import type { AdminFailedRowDto } from '../../api/openapi';
import { ListSection } from '../../ui/list/list-page';
import type { ListSectionConfig } from '../../ui/list/types';
import { OfService, wordsOf } from '../../ui/of-service';
import { RunLink } from '../../ui/run-link';

const FAILURES: ListSectionConfig<AdminFailedRowDto> = {
  resource: 'userFailures',
  title: t`Failed rows`,
  intro: t`What was sent about this user in the last 90 days and was refused.`,
  sort: { field: 'at', order: 'DESC' },
  empty: { title: t`No rows failed` },
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'aside' },
    {
      name: 'sentence',
      label: t`Problem`,
      wide: true,
      onCard: 'title',
      csv: ({ sentence, translations }) => wordsOf(sentence, translations),
      render: ({ sentence, translations }) => <OfService text={sentence} translations={translations} />,
    },
    { name: 'run', label: t`Run`, render: ({ run }) => <RunLink run={run} /> },
    { name: 'actorLabel', label: t`Sent by` },
    { name: 'requestId', label: t`Request ID`, exportOnly: true },
  ],
};

/** The refused rows about a user; nothing when there are none. */
export const FailedRowsOfUser = ({ userId }: { readonly userId: string }) => {
  const api = useAdminApi();
  const { data: total = 0 } = useQuery({
    queryKey: ['userFailures', userId, 'total'],
    queryFn: async () => {
      const answer = await api.get(`users/${encodeURIComponent(userId)}/failures`, { perPage: 1 });
      return answer.meta.total ?? 0;
    },
    retry: false,
  });
  return total === 0 ? null : <ListSection list={FAILURES} filter={{ parentId: userId }} isSecondList />;
};
