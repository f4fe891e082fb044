import { t } from '@lingui/core/macro';

import { optionsOf } from '../ui/options';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';

interface PrivacySectionProps {
  readonly legalHold: boolean;
  readonly error: string | undefined;
  readonly onChange: (legalHold: boolean) => void;
}

const EFFECTS = {
  no: t`May be erased`,
  yes: t`Are kept: a legal hold on all of them`,
} as const;

/** Whether anything about people may be erased. */
export const PrivacySection = ({ legalHold, error, onChange }: PrivacySectionProps) => (
  <Section title={t`Data about people`}>
    <SelectField
      label={t`All data of the university`}
      value={legalHold ? 'yes' : 'no'}
      options={optionsOf(EFFECTS)}
      error={error}
      onChange={(chosen) => {
        onChange(chosen === 'yes');
      }}
    />
  </Section>
);
