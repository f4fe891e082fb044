import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../../api/data-provider';
import type { ErasureDto } from '../../../api/openapi';

const ASKED_EVERY_MS = 1000;

/** How far an erasure is, until all is erased. */
export const ErasureProgress = ({ begun }: { readonly begun: ErasureDto }) => {
  const api = useAdminApi();
  const { data = begun } = useQuery({
    queryKey: ['users', 'erasure', begun.userId],
    queryFn: async () => (await api.get<ErasureDto>(`users/${begun.userId}/erase`)).data,
    refetchInterval: ({ state }) =>
      state.data?.state === 'erasing' || state.data === undefined ? ASKED_EVERY_MS : false,
  });
  const isOver = data.state !== 'erasing';
  return (
    <>
      <Typography role="status" sx={{ mb: 1 }}>
        {isOver ? t`Everything is erased.` : t`Step ${data.done} of ${data.steps}`}
      </Typography>
      <LinearProgress
        aria-label={t`Erasing`}
        variant="determinate"
        value={isOver ? 100 : (data.done / data.steps) * 100}
      />
      <Typography sx={{ mt: 2 }}>
        <Trans>
          It goes on by itself when this page is closed. After a minute what was under way is looked for once
          more.
        </Trans>
      </Typography>
    </>
  );
};
