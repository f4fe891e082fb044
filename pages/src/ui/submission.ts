import { createContext, type RefObject, useContext } from 'react';

/** A form's work, and why it failed the last time. */
export interface Submission {
  /** Resolves to false when it failed; the reason is in `message` and `errors`. */
  readonly submit: () => Promise<boolean>;
  readonly busy: boolean;
  /** Why it failed, with the reasons that no field shows. */
  readonly message: string | undefined;
  /** Why the API refused a field, by the name of the field that shows it. */
  readonly errors: Readonly<Record<string, string>>;
  /** Forgets why it failed: the rows have other places since. */
  readonly reset: () => void;
  /** The form with the fields; null for a button without one. */
  readonly form: RefObject<HTMLFormElement | null>;
}

const NO_FORM: Submission = {
  submit: () => Promise.resolve(false),
  busy: false,
  message: undefined,
  errors: {},
  reset: () => undefined,
  form: { current: null },
};

export const SubmissionContext = createContext(NO_FORM);

/** The submission of the form that contains the component. */
export function useSubmission(): Submission {
  return useContext(SubmissionContext);
}

/** Why the API refused the field with this name, which is its path in the body of the call. */
export function useFieldError(name: string | undefined): string | undefined {
  const { errors } = useSubmission();
  return name === undefined ? undefined : errors[name];
}
