import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

import { acceptInvitation } from '../api/auth-provider';
import { call, messageOf } from '../api/http';
import type { InvitationTokenDto, InviteeDto } from '../api/openapi';
import { passkeyFor } from '../api/passkeys';
import { PageLoading } from '../ui/page-loading';
import { Form, SubmitButton } from '../ui/form';
import { PasswordField } from '../ui/password-field';
import { FactorFields } from './factor-fields';
import { Title } from './title';
import { useFactors } from './use-log-in';

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
    <Title title={t`Invitation`} />
    <Alert severity="error" sx={{ mb: 3 }}>
      {reason ?? t`The link is not complete; copy all of it from the message in which you received it.`}
    </Alert>
    <Button component={Link} to="/login" variant="outlined" fullWidth>
      <Trans>Go to the login</Trans>
    </Button>
  </>
);

function hintOf(missing: number): string {
  return missing === SHORTEST_PASSWORD
    ? t`12 to 200 characters; for example a sentence`
    : t`12 to 200 characters; ${missing} more needed`;
}

const SetPassword = ({ token, invitee }: { readonly token: string; readonly invitee: InviteeDto }) => {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const queryClient = useQueryClient();
  const body: InvitationTokenDto = { token };
  const { needed, submission, factors } = useFactors({
    passkey: () => passkeyFor('invitations/passkey', body),
    enter: async (factor) => {
      await acceptInvitation({ token, password, ...factor });
      // react-admin has cached that there was no session when this page was opened.
      await queryClient.resetQueries({ queryKey: ['auth'] });
      void navigate('/', { replace: true });
    },
  });
  const missing = SHORTEST_PASSWORD - password.length;
  const hint = missing > 0 ? hintOf(missing) : t`Long enough`;
  return (
    <>
      <Title title={t`Set your password`}>
        <Trans>
          This invitation is for{' '}
          <Typography component="strong" sx={{ fontWeight: 650, color: 'text.primary' }}>
            {invitee.firstName} {invitee.lastName}
          </Typography>{' '}
          ({invitee.email}). The link can be used once.
        </Trans>
      </Title>
      <Form
        submission={submission}
        actions={
          needed?.code !== false && (
            <SubmitButton size="large" fullWidth>
              <Trans>Set the password and log in</Trans>
            </SubmitButton>
          )
        }
      >
        {/* Shows password managers to which account the password belongs. */}
        <input type="text" name="username" autoComplete="username" value={invitee.email} readOnly hidden />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          value={password}
          name="password"
          hint={hint}
          onChange={setPassword}
        />
        {needed !== undefined && <FactorFields needed={needed} {...factors} />}
      </Form>
    </>
  );
};

export default Invitation;
