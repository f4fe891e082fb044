import type { ReactNode } from 'react';

import { TextInput } from './text-input';

interface NumberFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
}

/** A whole number, which the service validates. A text field, as the mouse wheel would change a number field. */
export const NumberField = (props: NumberFieldProps) => (
  <TextInput
    {...props}
    slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 }, inputLabel: { shrink: true } }}
  />
);

/** The number that was typed; null for an empty field. The API refuses other text, with a reason. */
export function numberOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}
