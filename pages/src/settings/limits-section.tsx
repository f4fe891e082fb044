import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';

import { listAddress } from '../ui/addresses';
import { FormColumns } from '../ui/form-columns';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import type { LimitsForm } from './settings-form';

interface LimitsSectionProps {
  readonly value: LimitsForm;
  /** Why a field was refused, by its path in the API. */
  readonly errors: Readonly<Record<string, string>>;
  /** How many users are held; a change of the limits does not release them. */
  readonly openHolds: number;
  readonly onChange: (value: LimitsForm) => void;
}

interface Field {
  readonly period: 'perRun' | 'perDay';
  readonly name: 'count' | 'percent';
  readonly label: string;
  readonly hint: ReactNode;
}

const FIELDS: readonly Field[] = [
  {
    period: 'perRun',
    name: 'count',
    label: t`Users per run`,
    hint: t`A run is the calls to which the SIS gives the same name in X-Sync-Run. Empty: no limit.`,
  },
  {
    period: 'perRun',
    name: 'percent',
    label: t`Percent per run`,
    hint: t`Of the users who were active when the run began. The lower of the two limits applies.`,
  },
  {
    period: 'perDay',
    name: 'count',
    label: t`Users within 24 hours`,
    hint: t`In all runs and with all keys together. Empty: no limit.`,
  },
  {
    period: 'perDay',
    name: 'percent',
    label: t`Percent within 24 hours`,
    hint: (
      <Trans>
        Of the users who were active when the 24 hours began. The lower of the two limits applies.
      </Trans>
    ),
  },
];

const MODES: Readonly<Record<LimitsForm['mode'], string>> = {
  observe: t`De-provision, and warn in the audit log`,
  hold: t`Hold until an administrator decides`,
};

/** The de-provisioning limits, and what happens beyond them. */
export const LimitsSection = ({ value, errors, openHolds, onChange }: LimitsSectionProps) => (
  <Section
    title={t`De-provisioning limits`}
    intro={
      <Trans>
        How many users the SIS may de-provision, and what happens to the others. De-provisionings by
        administrators are never held.
      </Trans>
    }
  >
    {openHolds > 0 && (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <Trans>
          <Plural value={openHolds} one="# user is held." other="# users are held." /> A change of the limits
          does not release them: they stay active until an administrator decides, or until the SIS sets their
          account status. <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>
        </Trans>
      </Alert>
    )}
    {value.isHigherPerDay && (
      <Alert severity="info" role="note" sx={{ mb: 2 }}>
        <Trans>Within 24 hours the higher of the two limits applies, until you change one of them.</Trans>
      </Alert>
    )}
    <FormColumns>
      {FIELDS.map(({ period, name, label, hint }) => (
        <NumberField
          key={`${period}.${name}`}
          label={label}
          hint={hint}
          value={value[period][name]}
          error={errors[`deprovisioningGuard.${period}.${name}`]}
          onChange={(text) => {
            onChange({ ...value, [period]: { ...value[period], [name]: text } });
          }}
        />
      ))}
      <SelectField
        label={t`Beyond a limit`}
        value={value.mode}
        options={optionsOf(MODES)}
        onChange={(mode) => {
          onChange({ ...value, mode });
        }}
      />
    </FormColumns>
  </Section>
);
