import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import { PageLoading } from '../layout/page-loading';
import { ErrorState } from '../ui/error-state';
import { Page } from '../ui/page';
import { openHoldsOf, type Settings } from './model';
import { REDRAW_KEY, RedrawNote } from './redraw-note';
import { SettingsEditor } from './settings-editor';
import { TemplatesSection } from './templates-section';

const SettingsPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.get<Settings>('settings'),
    retry: false,
    // What somebody is typing is not to be overwritten.
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title="Settings"
      intro={
        data === undefined
          ? 'What holds for the whole university.'
          : `What holds for the whole of ${data.data.tenantName}.`
      }
    >
      {isPending && <PageLoading />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data !== undefined && (
        <>
          <RedrawNote />
          <SettingsEditor
            settings={data.data}
            openHolds={openHoldsOf(data)}
            onSaved={(saved) => {
              queryClient.setQueryData(['settings'], saved);
              void queryClient.invalidateQueries({ queryKey: ['tenant-time-zone'] });
              void queryClient.invalidateQueries({ queryKey: REDRAW_KEY });
            }}
          />
          <TemplatesSection />
        </>
      )}
    </Page>
  );
};

export default SettingsPage;
