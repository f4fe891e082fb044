import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { SignOnSetUpDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { PageLoading } from '../ui/page-loading';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { ActiveSection } from './active-section';
import { DraftSection } from './draft-section';
import { SetUpSection } from './set-up-section';

const KEY = ['sign-on'];

const SignOnPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const mayAdminister = useMay('administer');
  const answer = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.get<SignOnSetUpDto>('sign-on')).data,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const keep = (changed: SignOnSetUpDto) => {
    queryClient.setQueryData(KEY, changed);
  };
  return (
    <Page
      title={t`Single sign-on`}
      intro={
        <Trans>
          Colleagues log in with their university account. It makes no accounts and gives no roles.
        </Trans>
      }
    >
      <Loaded answer={answer} loading={<PageLoading />}>
        {(setUp) => (
          <>
            <ActiveSection setUp={setUp} onChanged={keep} />
            {mayAdminister && setUp.draft !== null && <DraftSection draft={setUp.draft} onChanged={keep} />}
            {mayAdminister && <SetUpSection setUp={setUp} onSaved={keep} />}
          </>
        )}
      </Loaded>
    </Page>
  );
};

export default SignOnPage;
