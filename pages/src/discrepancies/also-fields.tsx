import { t } from '@lingui/core/macro';

import type { AlsoOpenDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { CheckboxGroup } from '../ui/checkbox-group';
import { grouped } from '../ui/words';
import { valuesShown } from './group-values';

/** By field, the groups of it that are decided as well. */
export type AlsoKeys = Readonly<Record<string, readonly string[]>>;

interface AlsoFieldsProps {
  readonly fields: readonly AlsoOpenDto[];
  readonly value: AlsoKeys;
  readonly onChange: (value: AlsoKeys) => void;
}

/** Offers to decide about other fields of the same submissions together with the chosen ones. */
export const AlsoFields = ({ fields, value, onChange }: AlsoFieldsProps) => {
  if (fields.length === 0) return null;
  const options = fields.map(({ field, submissions, groups }) => {
    const [name, values] = [fieldInWords(field), valuesShown(groups)];
    return { value: field, label: t`${name} of ${grouped(submissions)} of them: ${values}` };
  });
  return (
    <CheckboxGroup
      label={t`Also undecided of these submissions`}
      hint={t`Those that you choose are decided in the same way. A submission is queued when nothing of it is undecided.`}
      options={options}
      value={Object.keys(value)}
      onChange={(chosen) => {
        const keysOf = (field: string) => {
          const open = fields.find((one) => one.field === field);
          return value[field] ?? open?.groups.map(({ groupKey }) => groupKey) ?? [];
        };
        onChange(Object.fromEntries(chosen.map((field) => [field, keysOf(field)])));
      }}
    />
  );
};
