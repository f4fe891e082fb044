import { useState } from 'react';

import type { CredentialsDto, LoginDto } from '../api/openapi';
import { passkeyFor } from '../api/passkeys';
import type { Submission } from '../ui/submission';
import { useSubmit } from '../ui/use-submit';
import { type NeededFactors, neededFactors } from './needed-factors';

interface LogIn {
  /** Undefined until the service asks for a second factor. */
  readonly needed: NeededFactors | undefined;
  /** Of the form with the password, or the code. */
  readonly submission: Submission;
  /** What the fields of the second factor get. */
  readonly factors: {
    readonly code: string;
    readonly busy: boolean;
    readonly onCode: (code: string) => void;
    readonly onPasskey: () => void;
  };
  /** Back to the password. */
  readonly back: () => void;
}

/** A login with a password and, when the service asks for it, a second factor. */
export function useLogIn(account: CredentialsDto, login: (body: LoginDto) => Promise<unknown>): LogIn {
  const [needed, setNeeded] = useState<NeededFactors>();
  const [code, setCode] = useState('');
  const logIn = async (body: LoginDto) => {
    try {
      await login(body);
    } catch (error) {
      const factors = neededFactors(error);
      if (factors === undefined) throw error;
      setNeeded(factors);
    }
  };
  const byPasskey = useSubmit(async () => {
    const passkey = await passkeyFor('session/passkey', account);
    await logIn({ ...account, passkey });
  });
  const byForm = useSubmit(() => {
    byPasskey.reset();
    return logIn({ ...account, ...(needed === undefined ? {} : { code }) });
  });
  return {
    needed,
    submission: { ...byForm, message: byForm.message ?? byPasskey.message },
    factors: {
      code,
      busy: byPasskey.busy,
      onCode: setCode,
      onPasskey: () => {
        byForm.reset();
        void byPasskey.submit();
      },
    },
    back: () => {
      byForm.reset();
      byPasskey.reset();
      setCode('');
      setNeeded(undefined);
    },
  };
}
