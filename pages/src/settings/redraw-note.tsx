import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { When } from '../ui/when';
import { grouped } from '../ui/words';

export const REDRAW_KEY = ['settings-redraw'];
const POLL_MS = 1_000;

/** How many progress records are recalculated after the last change of the settings; asks again until all are. */
export const RedrawNote = () => {
  const api = useAdminApi();
  const { data: redraw } = useQuery({
    queryKey: REDRAW_KEY,
    queryFn: async () => (await api.get<SettingsDto, SettingsMetaDto>('settings')).meta.redraw,
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? POLL_MS : false),
    retry: false,
  });
  if (redraw === undefined || redraw === null || redraw.total === 0) return null;
  const { total, done, changed, finishedAt } = redraw;
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
