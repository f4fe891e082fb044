import { t } from '@lingui/core/macro';

import { CheckboxGroup } from '../ui/checkbox-group';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { grouped } from '../ui/words';
import { SETTINGS } from './declared';
import { type FieldPath, valuesIn } from './settings-form';

type Values = Readonly<Record<string, string>>;

type Field = { readonly label: string } & (
  | { readonly type: 'domain' | 'timeZone'; readonly hint: string }
  | {
      readonly type: 'number';
      readonly hint: string;
      readonly default?: number;
      /** What an empty field means, where that is no number. */
      readonly whenEmpty?: string;
    }
  | { readonly type: 'choice' | 'flag'; readonly values: Values }
  | { readonly type: 'choices'; readonly hint: string; readonly values: Values }
);

interface SettingFieldProps {
  readonly path: FieldPath;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Every zone that this browser knows; UTC is not in its list. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The field of a setting, by its type. */
export const SettingField = ({ path, value, onChange }: SettingFieldProps) => {
  const setting: Field = SETTINGS[path];
  const field = { label: setting.label, name: path, value, onChange };
  switch (setting.type) {
    case 'number': {
      const empty = setting.whenEmpty ?? t`Empty: ${grouped(setting.default ?? 0)}.`;
      return <NumberField {...field} hint={`${setting.hint} ${empty}`} />;
    }
    case 'timeZone': {
      const zones = TIME_ZONES.includes(value) ? TIME_ZONES : [value, ...TIME_ZONES];
      const options = zones.map((zone) => ({ value: zone, label: zone }));
      return <SelectField {...field} hint={setting.hint} options={options} />;
    }
    case 'choice':
    case 'flag':
      return <SelectField {...field} options={optionsOf(setting.values)} />;
    case 'choices':
      return (
        <CheckboxGroup
          {...field}
          row
          hint={setting.hint}
          options={optionsOf(setting.values)}
          value={valuesIn(value)}
          onChange={(values) => {
            onChange(values.join(','));
          }}
        />
      );
    default:
      return <TextInput {...field} hint={setting.hint} />;
  }
};
