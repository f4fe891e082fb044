import { t } from '@lingui/core/macro';

import { SelectField } from '../ui/select-field';

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: t`Windows, Western Europe` },
  { value: 'windows-1250', label: t`Windows, Central Europe` },
  { value: 'utf-16le', label: 'UTF-16' },
];

interface EncodingFieldProps {
  readonly value: string;
  readonly onChange: (encoding: string) => void;
}

/** In which encoding the file is read. */
export const EncodingField = ({ value, onChange }: EncodingFieldProps) => (
  <SelectField
    label={t`Encoding`}
    value={value}
    options={[
      ...ENCODINGS,
      ...(ENCODINGS.some((one) => one.value === value) ? [] : [{ value, label: value }]),
    ]}
    onChange={onChange}
  />
);
