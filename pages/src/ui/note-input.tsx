import { t } from '@lingui/core/macro';

import { TextInput } from './text-input';

/** What every call that stores a note takes. */
const LONGEST_NOTE = 1000;

interface NoteInputProps {
  readonly value: string;
  readonly hint: string;
  readonly onChange: (value: string) => void;
}

/** Why it is decided so. */
export const NoteInput = ({ value, hint, onChange }: NoteInputProps) => (
  <TextInput
    label={t`Note`}
    name="note"
    hint={hint}
    multiline
    minRows={2}
    maxRows={6}
    value={value}
    onChange={onChange}
    slotProps={{ htmlInput: { maxLength: LONGEST_NOTE } }}
  />
);

/** The note as the API takes it. */
export function noteIn(text: string): { note?: string } {
  const note = text.trim();
  return note === '' ? {} : { note };
}
