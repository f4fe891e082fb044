import { useCallback, useState } from 'react';
import { HttpError } from 'react-admin';

import { fieldErrors, messageOf, type RefusalBody } from '../api/http';

interface Submission {
  /** Resolves to false when it failed; the reason is in `message` and `errors`. */
  readonly submit: () => Promise<boolean>;
  readonly busy: boolean;
  /** Why it failed, in one sentence. */
  readonly message: string | undefined;
  /** Why the API refused a field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly reset: () => void;
}

/** Runs `work` when a form is submitted, and keeps why it failed. */
export function useSubmit(work: () => Promise<void>): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (refusal) {
      setError(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const reset = useCallback(() => {
    setError(undefined);
  }, []);
  // The login page shows that the session has ended. A refused login is a 401 too, but has another code.
  const hasEnded =
    error instanceof HttpError && (error.body as RefusalBody | null)?.code === 'MISSING_CREDENTIALS';
  const message = error === undefined || hasEnded ? undefined : messageOf(error);
  return { submit, busy, message, errors: fieldErrors(error), reset };
}
