import { useState } from 'react';

interface Edited<T> {
  readonly form: T;
  readonly isChanged: boolean;
  readonly set: (change: Partial<T>) => void;
  /** Begins again with these values. */
  readonly reset: (form: T) => void;
}

/** The values of a form that begins with what is stored. */
export function useEdited<T extends object>(stored: T): Edited<T> {
  const [form, reset] = useState(stored);
  const set = (change: Partial<T>) => {
    reset({ ...form, ...change });
  };
  return { form, isChanged: JSON.stringify(form) !== JSON.stringify(stored), set, reset };
}
