import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { Link as RouterLink } from 'react-router-dom';

import { peopleInWords } from '../holds/model';
import { listWith } from '../ui/list-with';
import { NumberField } from '../ui/number-field';
import { Section } from '../ui/section';
import type { Guard, GuardForm, Threshold } from './model';

interface GuardSectionProps {
  readonly value: GuardForm;
  /** By the path of the API. */
  readonly errors: Readonly<Record<string, string>>;
  /** How many people are held, whatever the guard is set to. */
  readonly openHolds: number;
  readonly onChange: (value: GuardForm) => void;
}

interface Field {
  readonly of: 'perRun' | 'perDay';
  readonly name: keyof Threshold;
  readonly label: string;
  readonly hint: string;
}

const FIELDS: readonly Field[] = [
  {
    of: 'perRun',
    name: 'count',
    label: 'People of one run',
    hint: 'A run is what the SIS names in X-Sync-Run. Empty: no threshold.',
  },
  {
    of: 'perRun',
    name: 'percent',
    label: 'Percent of one run',
    hint: 'Of those who were active when it began. The smaller one counts.',
  },
  {
    of: 'perDay',
    name: 'count',
    label: 'People within 24 hours',
    hint: 'By all runs and keys together. Empty: no threshold.',
  },
  {
    of: 'perDay',
    name: 'percent',
    label: 'Percent within 24 hours',
    hint: 'Of those who were active when the 24 hours began.',
  },
];

const MODES: readonly { readonly value: Guard['mode']; readonly label: string }[] = [
  { value: 'observe', label: 'Let them go, and warn in the audit log' },
  { value: 'hold', label: 'Hold them until an administrator decides' },
];

/** How many people the SIS may de-provision, and what becomes of the others. */
export const GuardSection = ({ value, errors, openHolds, onChange }: GuardSectionProps) => (
  <Section
    title="Mistakes of a nightly run"
    intro="How many people the SIS may de-provision before somebody looks. What you do in these pages yourself is never held."
  >
    {openHolds > 0 && (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        {peopleInWords(openHolds)} {openHolds === 1 ? 'is' : 'are'} held. What you set here releases none of
        them: they stay active until you decide, or until the SIS sets their status.{' '}
        <Link component={RouterLink} to={listWith('holds', { status: 'held' })}>
          Decide
        </Link>
      </Alert>
    )}
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}
    >
      {FIELDS.map(({ of, name, label, hint }) => (
        <NumberField
          key={`${of}.${name}`}
          label={label}
          hint={hint}
          value={value[of][name]}
          error={errors[`deprovisioningGuard.${of}.${name}`]}
          onChange={(text) => {
            onChange({ ...value, [of]: { ...value[of], [name]: text } });
          }}
        />
      ))}
      <TextField
        select
        label="Beyond a threshold"
        value={value.mode}
        onChange={(event) => {
          onChange({ ...value, mode: event.target.value as Guard['mode'] });
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {MODES.map((mode) => (
          <option key={mode.value} value={mode.value}>
            {mode.label}
          </option>
        ))}
      </TextField>
    </Box>
  </Section>
);
