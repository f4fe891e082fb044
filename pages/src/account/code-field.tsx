import { t } from '@lingui/core/macro';

import { TextInput } from '../ui/text-input';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly hint?: string;
  readonly required?: boolean;
}

/** A code of an authenticator app; phones offer it from their messages and password managers fill it in. */
export const CodeField = ({
  hint = t`From your app, or a recovery code`,
  required = true,
  ...field
}: CodeFieldProps) => (
  <TextInput
    {...field}
    required={required}
    autoFocus
    label={t`Code`}
    name="code"
    autoComplete="one-time-code"
    hint={hint}
    slotProps={{ htmlInput: { maxLength: 40, autoCapitalize: 'off', spellCheck: false } }}
  />
);
