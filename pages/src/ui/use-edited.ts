import { useState } from 'react';

export interface Edited<A, F> {
  readonly form: F;
  readonly isChanged: boolean;
  /** What is stored, as far as the form knows. */
  readonly begun: A;
  readonly set: (change: Partial<F>) => void;
  /** Begins again with what is stored, and with these values instead of the stored ones. */
  readonly begin: (stored: A, form?: F) => void;
}

/** The values of a form that begins with what is stored. A later answer does not overwrite them. */
export function useEdited<A, F extends object>(stored: A, formOf: (stored: A) => F): Edited<A, F> {
  const [{ begun, original, form }, setState] = useState(() => beginning(stored, formOf(stored)));
  return {
    form,
    isChanged: JSON.stringify(form) !== JSON.stringify(original),
    begun,
    set: (change) => {
      setState((before) => ({ ...before, form: { ...before.form, ...change } }));
    },
    begin: (now, values) => {
      setState(beginning(now, formOf(now), values));
    },
  };
}

function beginning<A, F>(begun: A, original: F, form = original) {
  return { begun, original, form };
}
