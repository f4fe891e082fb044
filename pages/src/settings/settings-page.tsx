import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { Loaded } from '../ui/loaded';
import { keysOf } from '../ui/options';
import { Page } from '../ui/page';
import { PageLink } from '../ui/page-link';
import { PageLoading } from '../ui/page-loading';
import { SECTIONS } from './declared';
import { REBUILD_KEY, RebuildNote } from './rebuild-note';
import { SettingsEditor } from './settings-editor';
import type { SectionName } from './setting-search';
import { SettingsGroups } from './settings-groups';
import { CHANGES_KEY } from './use-last-changes';

/** The groups beside the one in view; on a phone one after the other. */
const BESIDE = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 1fr)' },
};

/** The groups whose changes have progress records recalculated. */
const REBUILDING: ReadonlySet<SectionName> = new Set(['university', 'committees', 'pacing']);

const SettingsPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const { group } = useParams();
  const chosen = keysOf(SECTIONS).find((name) => name === group);
  const section = chosen ?? 'university';
  const answer = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.get<SettingsDto, SettingsMetaDto>('settings'),
    retry: false,
    // The form begins with what is stored now, and keeps it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title={t`Settings`}
      intro={
        answer.data === undefined
          ? t`Settings of the university.`
          : t`Settings of ${answer.data.data.tenantName}.`
      }
    >
      <Box sx={BESIDE}>
        <Box sx={{ minWidth: 0, display: { xs: chosen === undefined ? 'block' : 'none', md: 'block' } }}>
          <SettingsGroups shown={section} />
        </Box>
        <Box sx={{ minWidth: 0, display: { xs: chosen === undefined ? 'none' : 'block', md: 'block' } }}>
          <Box sx={{ display: { xs: 'block', md: 'none' }, mb: 1 }}>
            <PageLink to="/settings">
              <Trans>All groups of settings</Trans>
            </PageLink>
          </Box>
          <Loaded answer={answer} loading={<PageLoading />}>
            {(settings) => (
              <>
                {REBUILDING.has(section) && <RebuildNote />}
                <SettingsEditor
                  key={section}
                  section={section}
                  stored={settings}
                  onSaved={(saved) => {
                    queryClient.setQueryData(['settings'], saved);
                    void queryClient.invalidateQueries({ queryKey: ['tenant-time-zone'] });
                    void queryClient.invalidateQueries({ queryKey: REBUILD_KEY });
                    void queryClient.invalidateQueries({ queryKey: CHANGES_KEY });
                  }}
                />
              </>
            )}
          </Loaded>
        </Box>
      </Box>
    </Page>
  );
};

export default SettingsPage;
