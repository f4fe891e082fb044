import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { AlertSettingsDto, AlertSettingsMetaDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { SettingsEditor } from './settings-editor';
import { TokenSection } from './token-section';
import { WebhooksSection } from './webhooks-section';

const KEY = ['alert-settings'];

const AlertSettingsPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const answer = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<AlertSettingsDto, AlertSettingsMetaDto>('alerts/settings'),
    retry: false,
    // The form begins with what is stored now, and keeps it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title={t`Who is alerted`}
      intro={t`Each recipient gets one message when something begins, and one when it is over.`}
    >
      <Loaded answer={answer} loading={<PageLoading />}>
        {(answer) => (
          <>
            <SettingsEditor
              stored={answer}
              onSaved={() => {
                void queryClient.invalidateQueries({ queryKey: KEY });
              }}
            />
            <WebhooksSection />
            <TokenSection
              madeAt={answer.meta.tokenMadeAt}
              onChanged={() => {
                void queryClient.invalidateQueries({ queryKey: KEY });
              }}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
};

export default AlertSettingsPage;
