import { t } from '@lingui/core/macro';

import { optionsOf } from '../ui/options';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';

interface ProvidersSectionProps {
  readonly keepsShared: boolean;
  readonly error: string | undefined;
  readonly onChange: (keepsShared: boolean) => void;
}

const EFFECTS = {
  no: t`De-provision the user`,
  yes: t`Keep the user active while another provider does`,
} as const;

/** What identity providers may do, for all of them. */
export const ProvidersSection = ({ keepsShared, error, onChange }: ProvidersSectionProps) => (
  <Section title={t`Identity providers`}>
    <SelectField
      label={t`When a provider deletes a user whom another one has too`}
      value={keepsShared ? 'yes' : 'no'}
      options={optionsOf(EFFECTS)}
      error={error}
      onChange={(chosen) => {
        onChange(chosen === 'yes');
      }}
    />
  </Section>
);
