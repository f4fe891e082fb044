import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto, PasskeyOptionsDto, ProofDto } from '../api/openapi';
import { answerWithPasskey } from '../api/passkeys';
import { PasswordField } from '../ui/password-field';
import { CodeField } from './code-field';

interface Proof {
  /** The fields of a form. */
  readonly fields: ReactNode;
  /** Asks for a passkey when there is one and no code was typed. */
  readonly prove: () => Promise<ProofDto>;
}

/** The password, and a code or a passkey when the account has them, for a change of how it logs in. */
export function useProof({ hasApp, passkeys }: AccountDto): Proof {
  const api = useAdminApi();
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const hasPasskey = passkeys.length > 0;
  const prove = async (): Promise<ProofDto> => {
    if (hasApp && (!hasPasskey || code.trim() !== '')) return { currentPassword, code };
    if (!hasPasskey) return { currentPassword };
    const { data } = await api.post<PasskeyOptionsDto>('account/passkeys/challenge');
    return { currentPassword, passkey: await answerWithPasskey(data.options) };
  };
  const fields = (
    <>
      <PasswordField
        label={t`Current password`}
        name="currentPassword"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      {hasApp && (
        <CodeField
          value={code}
          onChange={setCode}
          {...(hasPasskey ? { required: false, hint: t`Leave it empty to confirm with a passkey` } : {})}
        />
      )}
      {hasPasskey && !hasApp && (
        <Typography>
          <Trans>The browser then asks you to confirm with a passkey of your account.</Trans>
        </Typography>
      )}
    </>
  );
  return { fields, prove };
}
