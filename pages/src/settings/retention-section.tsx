import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { RetentionDto } from '../api/openapi';
import { FormColumns } from '../ui/form-columns';
import { NumberField } from '../ui/number-field';
import { Section } from '../ui/section';

type Retention = Readonly<Record<keyof RetentionDto, string>>;

const FIELDS: readonly {
  readonly name: keyof RetentionDto;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    name: 'requestLogDays',
    label: t`Request log (days)`,
    hint: t`Also refused rows, what was sent for conflicts, and the use of keys. Empty: 90.`,
  },
  {
    name: 'inactivePeopleDays',
    label: t`Inactive users (days)`,
    hint: t`Users who have been inactive for longer are erased. Empty: never.`,
  },
  {
    name: 'historyDays',
    label: t`Former values of users (days)`,
    hint: t`The present values stay. Empty: for good.`,
  },
  {
    name: 'auditDays',
    label: t`Audit log and disclosures (days)`,
    hint: t`Empty: 2,557, which is seven years.`,
  },
];

interface RetentionSectionProps {
  readonly value: Retention;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Retention) => void;
}

/** How long what is old is kept. */
export const RetentionSection = ({ value, errors, onChange }: RetentionSectionProps) => (
  <Section
    title={t`Retention`}
    intro={
      <Trans>What is older is removed once a day. A legal hold stops that for the users whom it names.</Trans>
    }
  >
    <FormColumns>
      {FIELDS.map(({ name, label, hint }) => (
        <NumberField
          key={name}
          label={label}
          hint={hint}
          value={value[name]}
          error={errors[`retention.${name}`]}
          onChange={(days) => {
            onChange({ ...value, [name]: days });
          }}
        />
      ))}
    </FormColumns>
  </Section>
);
