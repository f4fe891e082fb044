import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import type { SettingsForm } from './settings-form';

type Matching = Pick<SettingsForm, 'possibleReassignment' | 'adoptByEmail' | 'awaitSourceDays'>;

interface MatchingSectionProps {
  readonly value: Matching;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<Matching>) => void;
}

const REASSIGNMENT: Readonly<Record<Matching['possibleReassignment'], string>> = {
  warn: t`Apply, and ask in the conflicts inbox`,
  hold: t`Wait until an administrator decides`,
  off: t`Apply`,
};

const ADOPTION: Readonly<Record<Matching['adoptByEmail'], string>> = {
  always: t`Every user`,
  unlinked: t`Users without a legacy number`,
  never: t`No user`,
};

/** What happens when identifiers do not tell who a person is. */
export const MatchingSection = ({ value, error, onChange }: MatchingSectionProps) => (
  <Section
    title={t`Who is who`}
    intro={
      <Trans>
        A number is sometimes given to another person, and an address may belong to a person whom the SIS
        knows under another number.
      </Trans>
    }
  >
    <SelectField
      label={t`When names, address and entry of a known number differ`}
      value={value.possibleReassignment}
      options={optionsOf(REASSIGNMENT)}
      onChange={(possibleReassignment) => {
        onChange({ possibleReassignment });
      }}
    />
    <SelectField
      label={t`Whom an unknown number finds by e-mail address`}
      value={value.adoptByEmail}
      options={optionsOf(ADOPTION)}
      onChange={(adoptByEmail) => {
        onChange({ adoptByEmail });
      }}
    />
    <NumberField
      label={t`Approved changes await the SIS (days)`}
      value={value.awaitSourceDays}
      error={error}
      hint={
        <Trans>
          So long the SIS does not put an approved change back by sending the former value. 0: it does at
          once.
        </Trans>
      }
      onChange={(awaitSourceDays) => {
        onChange({ awaitSourceDays });
      }}
    />
  </Section>
);
