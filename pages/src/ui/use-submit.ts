import { onlineManager } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { fieldErrors, isRefusal, isUnreachable, messageOf } from '../api/http';
import { placeErrors } from './place-errors';
import type { Submission } from './submission';
import { fieldWords } from './words';

interface Failure extends Pick<Submission, 'message' | 'errors'> {
  /** The service was not reached; nothing is known of the fields. */
  readonly isUnreachable?: boolean;
}

const NONE: Failure = { message: undefined, errors: {} };

/**
 * Runs `work` when a form is submitted, and keeps why it failed. The first field that was refused then has the focus,
 * or else the button.
 */
export function useSubmit(work: () => Promise<void>): Submission {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NONE);
  useEffect(() => {
    if (failure !== NONE && form.current !== null) focusOnFailure(form.current);
  }, [failure]);
  // That the user was offline is no reason any more.
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) setFailure((last) => (last.isUnreachable === true ? NONE : last));
      }),
    [],
  );
  const submit = async () => {
    setBusy(true);
    setFailure(NONE);
    try {
      await work();
      return true;
    } catch (refusal) {
      setFailure(failureOf(refusal, form.current));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const reset = useCallback(() => {
    setFailure(NONE);
  }, []);
  const { message, errors } = failure;
  return { submit, busy, message, errors, reset, form };
}

function failureOf(error: unknown, form: HTMLFormElement | null): Failure {
  // The login page shows that the session has ended. A refused login is a 401 too, but has another code.
  if (isRefusal(error, 'MISSING_CREDENTIALS')) return NONE;
  const fields = fieldErrors(error);
  const { errors, others } = placeErrors(fields, form === null ? [] : namesIn(form));
  // A single error is the sentence of the refusal.
  const unshown = Object.keys(fields).length > 1 ? others : [];
  const reasons = unshown.map(([path, message]) => `${fieldWords(path)}: ${message}`);
  const message = [messageOf(error), ...reasons].join(' ');
  return { message, errors, isUnreachable: isUnreachable(error) };
}

function namesIn(form: HTMLFormElement): readonly string[] {
  return [...form.elements].flatMap((field) => field.getAttribute('name') ?? []);
}

/** The button was disabled while the call was under way, and lost the focus. */
function focusOnFailure(form: HTMLFormElement): void {
  const refused = form.querySelector('[aria-invalid="true"]');
  const field = refused?.matches('input, select, textarea') ? refused : refused?.querySelector('input');
  const target = field ?? form.querySelector('[type="submit"]');
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: field == null ? 'nearest' : 'center' });
}
