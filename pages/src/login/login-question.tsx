import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';

import { call } from '../api/http';
import type { CredentialsDto, SessionDto } from '../api/openapi';
import { isSameUser, keepSession, nameOf, type Needed } from '../api/session';
import { FIELDS, SubmitButton } from '../ui/form';
import { DialogForm } from '../ui/form-dialog';
import { PasswordField } from '../ui/password-field';
import { FactorFields } from './factor-fields';
import { useLogIn } from './use-log-in';

export interface Asked {
  readonly session: SessionDto;
  readonly needed: Needed;
  readonly answer: (isLoggedIn: boolean) => void;
}

/** The login over the page, by the user whose session has ended. */
const LoginQuestion = ({ session: ended, answer }: Pick<Asked, 'session' | 'answer'>) => {
  const { email, tenantId } = ended;
  const [password, setPassword] = useState('');
  const [another, setAnother] = useState<SessionDto>();
  const begin = (session: SessionDto) => {
    // What is typed is not another user's.
    if (!isSameUser(session, ended)) {
      setAnother(session);
      return;
    }
    keepSession(session);
    answer(true);
  };
  const account: CredentialsDto = { email, password, tenantId };
  const { needed, submission, factors } = useLogIn(account, async (body) => {
    begin((await call<SessionDto>('POST', 'session', { body })).data);
  });
  useSessionOfAnotherTab(begin);
  const mine = nameOf(ended);
  const theirs = another && nameOf(another);
  const leave = () => {
    answer(false);
  };
  return (
    <DialogForm
      title={t`Your session has ended`}
      submission={submission}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={leave}>
            <Trans>Leave without saving</Trans>
          </Button>
          {needed?.code !== false && (
            <SubmitButton>
              <Trans>Log in</Trans>
            </SubmitButton>
          )}
        </>
      }
    >
      <Box sx={FIELDS}>
        <Typography>
          <Trans>Log in again as {email}. What you have typed stays on this page.</Trans>
        </Typography>
        {theirs !== undefined && (
          <Alert severity="warning">
            <Trans>
              In another tab {theirs} has logged in. What you have typed is not theirs: log in here as {mine}{' '}
              to save it, or leave without saving.
            </Trans>
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {needed === undefined ? (
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        ) : (
          <FactorFields needed={needed} {...factors} />
        )}
        <Typography variant="body2" color="textSecondary">
          <Trans>
            For single sign-on,{' '}
            <a href={LOGIN_PAGE} target="_blank" rel="noopener">
              log in in another tab
            </a>{' '}
            and come back.
          </Trans>
        </Typography>
      </Box>
    </DialogForm>
  );
};

const LOGIN_PAGE = '#/login';

/** A session that began in another tab, when the user comes back to this one. */
function useSessionOfAnotherTab(begin: (session: SessionDto) => void): void {
  const look = useEffectEvent(() => {
    call<SessionDto>('GET', 'session').then(
      ({ data }) => {
        begin(data);
      },
      () => undefined,
    );
  });
  useEffect(() => {
    const onFocus = () => {
      look();
    };
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
    };
  }, []);
}

export default LoginQuestion;
