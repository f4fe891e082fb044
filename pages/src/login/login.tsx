import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Divider from '@mui/material/Divider';
import { useEffect, useId, useState } from 'react';
import { useLogin } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { loginNotice } from '../api/auth-provider';
import type { CredentialsDto, OfferingTenantDto } from '../api/openapi';
import { currentSession } from '../api/session';
import { FIELDS, FormFrame, FormMessage, SubmitButton } from '../ui/form';
import { PasswordField } from '../ui/password-field';
import { SelectField } from '../ui/select-field';
import { useFieldError } from '../ui/submission';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { FactorFields } from './factor-fields';
import type { NeededFactors } from './needed-factors';
import { beginSignOn, findSignOn } from './sign-on';
import { signOnRefusal } from './sign-on-refusals';
import { Title } from './title';
import { useLogIn } from './use-log-in';

/** A university may link to its own login: `#/login?tenant=<tenant id>`. */
const Login = () => {
  const [query] = useSearchParams();
  const tenantOfLink = query.get('tenant') ?? '';
  useLeaveWhenLoggedIn();
  const login = useLogin();
  const [credentials, setCredentials] = useState({ email: '', password: '', tenantId: tenantOfLink });
  const named = credentials.tenantId.trim();
  const { email, password } = credentials;
  const account: CredentialsDto = { email, password, ...(named === '' ? {} : { tenantId: named }) };
  const { needed, submission, factors, back } = useLogIn(account, login);
  const { message } = submission;
  const set = (change: Partial<typeof credentials>) => {
    setCredentials({ ...credentials, ...change });
  };
  const refusal = signOnRefusal(query.get('reason'));
  const notice = refusal ?? loginNotice();
  return (
    <>
      <Title title={t`Log in`}>{introOf(needed, email)}</Title>
      {notice !== undefined && message === undefined && needed === undefined && (
        <Alert severity={refusal === undefined ? 'info' : 'error'} sx={{ mb: 2 }}>
          {notice}
        </Alert>
      )}
      <FormFrame submission={submission} sx={FIELDS}>
        {needed === undefined ? (
          <>
            <TextInput
              required
              autoFocus
              label={t`E-mail address`}
              name="email"
              type="email"
              autoComplete="username"
              value={credentials.email}
              onChange={(email) => {
                set({ email });
              }}
            />
            <PasswordField
              label={t`Password`}
              name="password"
              autoComplete="current-password"
              value={credentials.password}
              onChange={(password) => {
                set({ password });
              }}
            />
          </>
        ) : (
          <FactorFields needed={needed} {...factors} />
        )}
        <FormMessage />
        {needed?.code !== false && (
          <SubmitButton size="large">
            <Trans>Log in</Trans>
          </SubmitButton>
        )}
        {needed === undefined ? (
          <>
            <Divider />
            <SignOn email={credentials.email} tenantOfLink={tenantOfLink} />
            <TenantField
              tenantId={credentials.tenantId}
              onChange={(tenantId) => {
                set({ tenantId });
              }}
            />
          </>
        ) : (
          <Button onClick={back}>
            <Trans>Back</Trans>
          </Button>
        )}
      </FormFrame>
    </>
  );
};

function introOf(needed: NeededFactors | undefined, email: string): string {
  if (needed === undefined) return t`Use the account for which you received an invitation.`;
  if (!needed.passkey) return t`Enter the code for ${email}.`;
  return needed.code
    ? t`Confirm with a passkey, or enter the code for ${email}.`
    : t`Confirm with a passkey of ${email}.`;
}

interface SignOnProps {
  readonly email: string;
  readonly tenantOfLink: string;
}

/** Finds the university by the domain of the address; of several, the user chooses one. */
const SignOn = ({ email, tenantOfLink }: SignOnProps) => {
  const [tenants, setTenants] = useState<readonly OfferingTenantDto[]>([]);
  const [chosen, setChosen] = useState('');
  const { submit, busy, message, errors } = useSubmit(async () => {
    const named = chosen === '' ? tenantOfLink : chosen;
    const found = named === '' ? await findSignOn(email) : [{ tenantId: named, tenantName: named }];
    const [only] = found;
    if (found.length === 1 && only !== undefined) return beginSignOn(only.tenantId);
    setTenants(found);
    setChosen(only?.tenantId ?? '');
  });
  return (
    <>
      {message !== undefined && (
        <Alert severity="error">
          {errors.email === undefined ? message : t`Enter your e-mail address above first.`}
        </Alert>
      )}
      {tenants.length > 0 && (
        <SelectField
          label={t`University`}
          options={tenants.map(({ tenantId, tenantName }) => ({ value: tenantId, label: tenantName }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Button
        variant="outlined"
        fullWidth
        loading={busy}
        onClick={() => {
          void submit();
        }}
      >
        <Trans>Continue with single sign-on</Trans>
      </Button>
    </>
  );
};

interface TenantFieldProps {
  readonly tenantId: string;
  readonly onChange: (tenantId: string) => void;
}

/** For users with accounts at more universities than a login tries. */
const TenantField = ({ tenantId, onChange }: TenantFieldProps) => {
  const id = useId();
  const error = useFieldError('tenantId');
  const [wanted, setWanted] = useState(tenantId !== '');
  const open = wanted || error !== undefined;
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setWanted(!open);
        }}
      >
        {open ? t`Hide the tenant ID` : t`I have accounts at several universities`}
      </Button>
      <Collapse in={open} id={id} unmountOnExit={false}>
        <TextInput
          label={t`Tenant ID`}
          name="tenantId"
          autoComplete="organization"
          value={tenantId}
          hint={t`Of the university that you want to administer`}
          onChange={onChange}
          sx={{ mt: 1 }}
        />
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
