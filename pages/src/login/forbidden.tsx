import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useLogout } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';

import { administrationRoleOf } from '../api/roles';
import { currentSession } from '../api/session';
import { PageLoading } from '../ui/page-loading';
import { words } from '../ui/words';
import { Title } from './title';

/** For users who are logged in without the administrator's role. */
const Forbidden = () => {
  const logout = useLogout();
  const { data, isPending } = useQuery({
    queryKey: ['session-without-access'],
    queryFn: currentSession,
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <PageLoading />;
  if (administrationRoleOf(data?.role) !== undefined) return <Navigate to="/" replace />;
  return (
    <>
      <Title title={t`No access`} />
      <Alert severity="warning" sx={{ mb: 3 }}>
        {data === undefined ? (
          <Trans>Only administrators, operators and auditors can open these pages.</Trans>
        ) : (
          <Trans>
            Only administrators, operators and auditors can open these pages; your role is {words(data.role)}.
          </Trans>
        )}
      </Alert>
      {data === undefined ? (
        <Button component={Link} to="/login" variant="contained" fullWidth>
          <Trans>Go to the login</Trans>
        </Button>
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            <Trans>
              You are logged in as {data.name} ({data.email}). Ask an administrator of your university if you
              need access.
            </Trans>
          </Typography>
          <Button
            variant="contained"
            fullWidth
            onClick={() => {
              void logout({}, undefined, false);
            }}
          >
            <Trans>Log out</Trans>
          </Button>
        </>
      )}
    </>
  );
};

export default Forbidden;
