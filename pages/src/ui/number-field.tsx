import { TextInput } from './text-input';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
}

/** A whole number. Text, so that the mouse wheel and letters do nothing unexpected; the service judges it. */
export const NumberField = (props: NumberFieldProps) => (
  <TextInput
    {...props}
    slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 }, inputLabel: { shrink: true } }}
  />
);

/** What the API gets: null for an empty field; what is no number is sent as it is, to be refused with a reason. */
export function numberOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}
