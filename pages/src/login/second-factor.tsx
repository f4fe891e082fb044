import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogout } from 'react-admin';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';

import { currentSession, renewSession } from '../api/session';
import { FIELDS } from '../ui/form';
import { PageLoading } from '../ui/page-loading';
import { FactorChoice } from './factor-choice';
import { Title } from './title';

/** For users who have no second factor, and need one because the university demands it. */
const SecondFactor = () => {
  const [query] = useSearchParams();
  const back = query.get('back') ?? '/';
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const logout = useLogout();
  const { data, isPending } = useQuery({
    queryKey: ['session-without-factor'],
    queryFn: async () => renewSession(await currentSession()),
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <PageLoading />;
  if (data === undefined) return <Navigate to="/login" replace />;
  if (!data.lacksSecondFactor) return <Navigate to={back} replace />;
  const { tenantName, email } = data;
  const enter = async () => {
    await renewSession(data);
    // react-admin has cached who is logged in, without a second factor.
    await queryClient.resetQueries({ queryKey: ['auth'] });
    void navigate(back, { replace: true });
  };
  return (
    <>
      <Title title={t`Set up a second factor`}>
        <Trans>
          {tenantName} demands one of everyone who opens these pages by a password. You are logged in as{' '}
          {email}, and can continue once you have added one. From then on each login asks for it after the
          password.
        </Trans>
      </Title>
      <Box sx={FIELDS}>
        <FactorChoice
          onDone={() => {
            void enter();
          }}
        />
        <Button
          fullWidth
          onClick={() => {
            void logout({}, undefined, false);
          }}
        >
          <Trans>Log out</Trans>
        </Button>
      </Box>
    </>
  );
};

export default SecondFactor;
