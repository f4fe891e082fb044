import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';

const KEY = ['account'];

const AccountPage = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const answer = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.get<AccountDto>('account')).data,
    retry: false,
  });
  const onChanged = () => {
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Page title={t`Your account`} intro={t`How you log in, and where you are logged in.`}>
      <Loaded answer={answer} loading={<PageLoading />}>
        {(account) => (
          <>
            {account.hasPassword && <PasskeysSection account={account} onChanged={onChanged} />}
            <SecondFactorSection account={account} onChanged={onChanged} />
            {account.hasPassword && <PasswordSection />}
          </>
        )}
      </Loaded>
      <SessionsSection />
    </Page>
  );
};

export default AccountPage;
