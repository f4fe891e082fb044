import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import type { ThresholdDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { peopleInWords } from '../ui/words';
import type { GuardForm } from './settings-form';

interface GuardSectionProps {
  readonly value: GuardForm;
  /** Why a field was refused, by its path in the API. */
  readonly errors: Readonly<Record<string, string>>;
  /** How many people are held, whatever the guard is set to. */
  readonly openHolds: number;
  readonly onChange: (value: GuardForm) => void;
}

interface Field {
  readonly period: 'perRun' | 'perDay';
  readonly name: keyof ThresholdDto;
  readonly label: string;
  readonly hint: string;
}

const FIELDS: readonly Field[] = [
  {
    period: 'perRun',
    name: 'count',
    label: 'People of one run',
    hint: 'A run is what the SIS names in X-Sync-Run. Empty: no threshold.',
  },
  {
    period: 'perRun',
    name: 'percent',
    label: 'Percent of one run',
    hint: 'Of the people who were active when the run began. The lower threshold applies.',
  },
  {
    period: 'perDay',
    name: 'count',
    label: 'People within 24 hours',
    hint: 'By all runs and keys together. Empty: no threshold.',
  },
  {
    period: 'perDay',
    name: 'percent',
    label: 'Percent within 24 hours',
    hint: 'Of the people who were active when the 24 hours began.',
  },
];

const MODES: Readonly<Record<GuardForm['mode'], string>> = {
  observe: 'Let them go, and warn in the audit log',
  hold: 'Hold them until an administrator decides',
};

/** How many people the SIS may de-provision, and what becomes of the others. */
export const GuardSection = ({ value, errors, openHolds, onChange }: GuardSectionProps) => (
  <Section
    title="Mistakes of a nightly run"
    intro="How many people the SIS may de-provision before an administrator is asked. What you do in these pages yourself is never held."
  >
    {openHolds > 0 && (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        {peopleInWords(openHolds)} {openHolds === 1 ? 'is' : 'are'} held. What you set here releases none of
        them: they stay active until you decide, or until the SIS sets their status.{' '}
        <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>
      </Alert>
    )}
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}
    >
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
        label="Beyond a threshold"
        value={value.mode}
        options={optionsOf(MODES)}
        onChange={(mode) => {
          onChange({ ...value, mode });
        }}
      />
    </Box>
  </Section>
);
