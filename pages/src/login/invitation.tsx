import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

import { acceptInvitation } from '../api/auth-provider';
import { call, messageOf } from '../api/http';
import type { InvitationTokenDto, InviteeDto } from '../api/openapi';
import { PageLoading } from '../layout/page-loading';
import { Form } from '../ui/form';
import { PasswordField } from '../ui/password-field';
import { useSubmit } from '../ui/use-submit';
import { Title } from './title';

const SHORTEST_PASSWORD = 12;

/** Where an invitation link leads: `#/invitation?token=…`. */
const Invitation = () => {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => {
      const body: InvitationTokenDto = { token };
      return (await call<InviteeDto>('POST', 'invitations/show', { body })).data;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (isPending) return <PageLoading />;
  if (error !== null) return <NotUsable reason={token === '' ? undefined : messageOf(error)} />;
  return <SetPassword token={token} invitee={data} />;
};

const NotUsable = ({ reason }: { readonly reason: string | undefined }) => (
  <>
    <Title title="Invitation" />
    <Alert severity="error" sx={{ mb: 3 }}>
      {reason ?? 'The link is not complete; copy all of it from the message in which you received it.'}
    </Alert>
    <Button component={Link} to="/login" variant="outlined" fullWidth>
      Go to the login
    </Button>
  </>
);

const SetPassword = ({ token, invitee }: { readonly token: string; readonly invitee: InviteeDto }) => {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const queryClient = useQueryClient();
  const { submit, busy, message, errors } = useSubmit(async () => {
    await acceptInvitation(token, password);
    // react-admin has cached that there was no session when this page was opened.
    await queryClient.resetQueries({ queryKey: ['auth'] });
  });
  const missing = SHORTEST_PASSWORD - password.length;
  const hint =
    missing > 0
      ? `12 to 200 characters; ${missing === SHORTEST_PASSWORD ? 'for example a sentence' : `${missing} more needed`}`
      : 'Long enough';
  return (
    <>
      <Title title="Set your password">
        This invitation is for{' '}
        <Typography component="strong" sx={{ fontWeight: 650, color: 'text.primary' }}>
          {invitee.firstName} {invitee.lastName}
        </Typography>{' '}
        ({invitee.email}). The link can be used once.
      </Title>
      <Form
        message={errors.password === undefined ? message : undefined}
        onSubmit={() => {
          void submit().then((done) => {
            if (done) void navigate('/', { replace: true });
          });
        }}
      >
        {/* Tells password managers to which account the password belongs. */}
        <input type="text" name="username" autoComplete="username" value={invitee.email} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={password}
          error={errors.password}
          hint={hint}
          onChange={setPassword}
        />
        <Button type="submit" variant="contained" size="large" loading={busy}>
          Set the password and log in
        </Button>
      </Form>
    </>
  );
};

export default Invitation;
