import { useState } from 'react';

import type { CredentialsDto, LoginDto, PasskeyAnswerDto } from '../api/openapi';
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

type Factor = Pick<LoginDto, 'code' | 'passkey'>;

interface Entrance {
  /** Lets the user confirm with a passkey. */
  readonly passkey: () => Promise<PasskeyAnswerDto>;
  /** Logs in with the password and this second factor. */
  readonly enter: (factor: Factor) => Promise<unknown>;
}

/** A login with a password and, when the service asks for it, a second factor. */
export function useLogIn(account: CredentialsDto, login: (body: LoginDto) => Promise<unknown>): LogIn {
  return useFactors({
    passkey: () => passkeyFor('session/passkey', account),
    enter: (factor) => login({ ...account, ...factor }),
  });
}

/** A form that logs in, and asks for a second factor when the service does. */
export function useFactors({ passkey, enter }: Entrance): LogIn {
  const [needed, setNeeded] = useState<NeededFactors>();
  const [code, setCode] = useState('');
  const logIn = async (factor: Factor) => {
    try {
      await enter(factor);
    } catch (error) {
      const factors = neededFactors(error);
      if (factors === undefined) throw error;
      setNeeded(factors);
    }
  };
  const byPasskey = useSubmit(async () => {
    await logIn({ passkey: await passkey() });
  });
  const byForm = useSubmit(() => {
    byPasskey.reset();
    return logIn(needed === undefined ? {} : { code });
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
