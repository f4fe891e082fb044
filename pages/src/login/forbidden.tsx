import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useLogout } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';

import { ADMINISTRATOR, currentSession } from '../api/session';
import { PageLoading } from '../layout/page-loading';
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
  if (data?.role === ADMINISTRATOR) return <Navigate to="/" replace />;
  return (
    <>
      <Title title="No access" />
      <Alert severity="warning" sx={{ mb: 3 }}>
        Only users with the role Application admin can open these pages
        {data === undefined ? '.' : `; your role is ${words(data.role)}.`}
      </Alert>
      {data === undefined ? (
        <Button component={Link} to="/login" variant="contained" fullWidth>
          Go to the login
        </Button>
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            You are logged in as {data.name} ({data.email}). Ask an administrator of your university if you
            need access.
          </Typography>
          <Button
            variant="contained"
            fullWidth
            onClick={() => {
              void logout({}, undefined, false);
            }}
          >
            Log out
          </Button>
        </>
      )}
    </>
  );
};

export default Forbidden;
