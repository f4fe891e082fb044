import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { REBUILD_KEY, RebuildNote } from './rebuild-note';
import { SettingsEditor } from './settings-editor';

const SettingsPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
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
      <Loaded answer={answer} loading={<PageLoading />}>
        {(settings) => (
          <>
            <RebuildNote />
            <SettingsEditor
              stored={settings}
              onSaved={(saved) => {
                queryClient.setQueryData(['settings'], saved);
                void queryClient.invalidateQueries({ queryKey: ['tenant-time-zone'] });
                void queryClient.invalidateQueries({ queryKey: REBUILD_KEY });
              }}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
};

export default SettingsPage;
