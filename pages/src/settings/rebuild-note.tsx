import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { When } from '../ui/when';
import { grouped } from '../ui/words';

export const REBUILD_KEY = ['settings-rebuild'];
const POLL_MS = 1_000;

/** How many progress records are recalculated after the last change of the settings; asks again until all are. */
export const RebuildNote = () => {
  const api = useAdminApi();
  const { data: rebuild } = useQuery({
    queryKey: REBUILD_KEY,
    queryFn: async () => (await api.get<SettingsDto, SettingsMetaDto>('settings')).meta.rebuild,
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? POLL_MS : false),
    retry: false,
  });
  if (rebuild === undefined || rebuild === null || rebuild.total === 0) return null;
  const { total, done, changed, finishedAt } = rebuild;
  return (
    <Alert severity={finishedAt === null ? 'info' : 'success'} role="status" sx={{ mb: 2 }}>
      {finishedAt === null ? (
        plural(total, {
          one: `Progress records are recalculated with the new settings: ${grouped(done)} of # progress record are done.`,
          other: `Progress records are recalculated with the new settings: ${grouped(done)} of # progress records are done.`,
        })
      ) : (
        <Trans>
          <Plural value={total} one="# progress record was" other="# progress records were" /> recalculated
          after the last change of pacing, committee roles or time zone; {grouped(changed)} of them changed (
          <When value={finishedAt} />
          ).
        </Trans>
      )}
    </Alert>
  );
};
