import { useState } from 'react';

import { isSame, rebase } from './rebase';

export interface Edited<A, F> {
  readonly form: F;
  readonly isChanged: boolean;
  /** What is stored, as far as the form knows. */
  readonly begun: A;
  readonly set: (change: Partial<F>) => void;
  /** Begins again with what is stored. */
  readonly begin: (stored: A) => void;
  /**
   * Continues with what is stored now, or with other values in its place. What was typed since these ones were sent
   * stays.
   */
  readonly continueWith: (stored: A, sent: F, values?: F) => void;
}

/** The values of a form that begins with what is stored. A later answer does not overwrite them. */
export function useEdited<A, F extends object>(stored: A, formOf: (stored: A) => F): Edited<A, F> {
  const [{ begun, original, form }, setState] = useState(() => beginning(stored, formOf(stored)));
  return {
    form,
    isChanged: !isSame(form, original),
    begun,
    set: (change) => {
      setState((before) => ({ ...before, form: { ...before.form, ...change } }));
    },
    begin: (now) => {
      setState(beginning(now, formOf(now)));
    },
    continueWith: (now, sent, values) => {
      const kept = formOf(now);
      setState((before) => beginning(now, kept, rebase(sent, before.form, values ?? kept)));
    },
  };
}

function beginning<A, F>(begun: A, original: F, form = original) {
  return { begun, original, form };
}
