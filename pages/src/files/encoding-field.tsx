import { t } from '@lingui/core/macro';

import { SelectField } from '../ui/select-field';

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: t`Windows, Western Europe` },
  { value: 'windows-1250', label: t`Windows, Central Europe` },
  { value: 'utf-16le', label: 'UTF-16' },
];

/** Of the sentence with which the API refuses a file that has another encoding. */
const NOT_THIS = /line (\d+) is not \S+ text/;

/** That sentence in the words of the choices; undefined when the file was refused for another reason. */
export function encodingProblem(sentence: string): string | undefined {
  const line = NOT_THIS.exec(sentence)?.[1];
  if (line === undefined) return undefined;
  const windows = t`Windows, Western Europe`;
  return t`Line ${line} cannot be read with this encoding. Choose another one below, such as “${windows}”, with which Excel often saves files, or save the file as UTF-8.`;
}

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
