import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useEffect, useId, useState } from 'react';
import { useLogin } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { loginNotice } from '../api/auth-provider';
import type { LoginDto } from '../api/openapi';
import { currentSession } from '../api/session';
import { Form } from '../ui/form';
import { PasswordField } from '../ui/password-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { beginSignOn } from './sign-on';
import { Title } from './title';

/** A university may link to its own login: `#/login?tenant=<tenant id>`. */
const Login = () => {
  const [query] = useSearchParams();
  const tenantOfLink = query.get('tenant') ?? '';
  useLeaveWhenLoggedIn();
  const login = useLogin();
  const [credentials, setCredentials] = useState({ email: '', password: '', tenantId: tenantOfLink });
  const [showMore, setShowMore] = useState(tenantOfLink !== '');
  const { submit, busy, message, errors } = useSubmit(async () => {
    const { tenantId, ...others } = credentials;
    const named = tenantId.trim();
    const body: LoginDto = named === '' ? others : { ...others, tenantId: named };
    await login(body);
  });
  const hasFieldErrors = Object.keys(errors).length > 0;
  const set = (change: Partial<typeof credentials>) => {
    setCredentials({ ...credentials, ...change });
  };
  const notice = loginNotice();
  return (
    <>
      <Title title="Log in">Use the account for which you received an invitation.</Title>
      {notice !== undefined && message === undefined && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {notice}
        </Alert>
      )}
      <Form
        message={hasFieldErrors ? undefined : message}
        onSubmit={() => {
          void submit();
        }}
      >
        <TextInput
          required
          autoFocus
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          value={credentials.email}
          error={errors.email}
          onChange={(email) => {
            set({ email });
          }}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={credentials.password}
          error={errors.password}
          onChange={(password) => {
            set({ password });
          }}
        />
        <Button type="submit" variant="contained" size="large" loading={busy}>
          Log in
        </Button>
        <MoreWays
          open={showMore || errors.tenantId !== undefined}
          onToggle={setShowMore}
          tenantId={credentials.tenantId}
          error={errors.tenantId}
          onChange={(tenantId) => {
            set({ tenantId });
          }}
        />
      </Form>
    </>
  );
};

interface MoreWaysProps {
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly tenantId: string;
  readonly error: string | undefined;
  readonly onChange: (tenantId: string) => void;
}

/** For users with accounts at several universities, and for universities with single sign-on. */
const MoreWays = ({ open, onToggle, tenantId, error, onChange }: MoreWaysProps) => {
  const id = useId();
  const signOn = useSubmit(() => beginSignOn(tenantId.trim()));
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          onToggle(!open);
        }}
      >
        {open ? 'Fewer ways to log in' : 'More ways to log in'}
      </Button>
      <Collapse in={open} id={id} unmountOnExit={false}>
        {signOn.message !== undefined && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {signOn.message}
          </Alert>
        )}
        <TextInput
          label="Tenant ID"
          name="tenantId"
          autoComplete="organization"
          value={tenantId}
          error={error}
          hint="Needed for single sign-on, and when you have accounts at several universities."
          onChange={onChange}
          sx={{ mt: 1 }}
        />
        <Button
          variant="outlined"
          fullWidth
          sx={{ mt: 2 }}
          loading={signOn.busy}
          disabled={tenantId.trim() === ''}
          onClick={() => {
            void signOn.submit();
          }}
        >
          Continue with single sign-on
        </Button>
      </Collapse>
    </>
  );
};

/** Leaves this page when there is a session: after single sign-on, or after the browser's back button. */
function useLeaveWhenLoggedIn(): void {
  const navigate = useNavigate();
  useEffect(() => {
    currentSession().then(
      () => navigate('/', { replace: true }),
      () => undefined,
    );
  }, [navigate]);
}

export default Login;
