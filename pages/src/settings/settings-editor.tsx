import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { Answer } from '../api/http';
import { peopleInWords } from '../holds/model';
import { Form } from '../ui/form';
import { NumberField, numberOf } from '../ui/number-field';
import { Section } from '../ui/section';
import { useSubmit } from '../ui/use-submit';
import { GuardSection } from './guard-section';
import { RolesField } from './roles-field';
import { formOf, openHoldsOf, PACING_FIELDS, type Settings, type SettingsForm, TIME_ZONES } from './model';

interface SettingsEditorProps {
  readonly settings: Settings;
  readonly openHolds: number;
  readonly onSaved: (saved: Answer<Settings>) => void;
}

const COLUMNS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
  alignItems: 'start',
};

export const SettingsEditor = ({ settings, openHolds, onSaved }: SettingsEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const [form, setForm] = useState(() => formOf(settings));
  const set = (change: Partial<SettingsForm>) => {
    setForm({ ...form, ...change });
  };
  const { submit, busy, message, errors } = useSubmit(async () => {
    const changes = changesIn(form, formOf(settings));
    const saved = await api.patch<Settings>('settings', changes);
    setForm(formOf(saved.data));
    onSaved(saved);
    const held = 'deprovisioningGuard' in changes ? openHoldsOf(saved) : 0;
    const follows =
      (saved.meta.redraw ?? null) !== null ? '; the progress records follow in the background' : '';
    const still = held > 0 ? `; ${peopleInWords(held)} still held` : '';
    notify(`Saved${follows}${still}`, { type: held > 0 ? 'warning' : 'success' });
  });
  const isChanged = JSON.stringify(form) !== JSON.stringify(formOf(settings));
  return (
    <Form
      message={message}
      onSubmit={() => {
        void submit();
      }}
    >
      <Section title="University">
        <Box sx={COLUMNS}>
          <TextField
            label="E-mail domain"
            value={form.emailDomain}
            error={errors.emailDomain !== undefined}
            helperText={errors.emailDomain ?? 'The domain of people for whom the SIS names none.'}
            onChange={(event) => {
              set({ emailDomain: event.target.value });
            }}
          />
          <TimeZoneField
            value={form.timeZone}
            error={errors.timeZone}
            onChange={(timeZone) => {
              set({ timeZone });
            }}
          />
          <NumberField
            label="Requests a minute"
            value={form.rateLimit}
            error={errors.rateLimit}
            hint="Of all keys together, beside the limits that keys have of their own. Empty: no limit."
            onChange={(rateLimit) => {
              set({ rateLimit });
            }}
          />
          <NumberField
            label="Nightly run (hours)"
            value={form.nightlyRunHours}
            error={errors.nightlyRunHours}
            hint="The overview warns when the last good run is older."
            onChange={(nightlyRunHours) => {
              set({ nightlyRunHours });
            }}
          />
        </Box>
      </Section>
      <Section title="Committees">
        <RolesField
          value={form.requiredCommitteeRoles}
          error={errors.requiredCommitteeRoles}
          onChange={(requiredCommitteeRoles) => {
            set({ requiredCommitteeRoles });
          }}
        />
      </Section>
      <Section title="Pacing" intro="How a student stands against the due dates of their milestones.">
        <Box sx={COLUMNS}>
          {PACING_FIELDS.map(({ name, label, hint }) => (
            <NumberField
              key={name}
              label={label}
              hint={hint}
              value={form.pacing[name]}
              error={errors[`pacing.${name}`]}
              onChange={(value) => {
                set({ pacing: { ...form.pacing, [name]: value } });
              }}
            />
          ))}
        </Box>
      </Section>
      <GuardSection
        value={form.deprovisioningGuard}
        errors={errors}
        openHolds={openHolds}
        onChange={(deprovisioningGuard) => {
          set({ deprovisioningGuard });
        }}
      />
      <Box sx={{ display: 'flex', gap: 1, mb: 3 }}>
        <Button type="submit" variant="contained" loading={busy} disabled={!isChanged}>
          Save the settings
        </Button>
        <Button
          disabled={!isChanged || busy}
          onClick={() => {
            setForm(formOf(settings));
          }}
        >
          Undo my changes
        </Button>
      </Box>
    </Form>
  );
};

interface TimeZoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (timeZone: string) => void;
}

const TimeZoneField = ({ value, error, onChange }: TimeZoneFieldProps) => (
  <TextField
    select
    label="Time zone"
    value={value}
    error={error !== undefined}
    helperText={error ?? 'It decides which day it is, for due dates and for the figures of a day.'}
    onChange={(event) => {
      onChange(event.target.value);
    }}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    {(TIME_ZONES.includes(value) ? TIME_ZONES : [value, ...TIME_ZONES]).map((zone) => (
      <option key={zone} value={zone}>
        {zone}
      </option>
    ))}
  </TextField>
);

function numbersOf(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, numberOf(text)]));
}

/** What the API gets: the fields that were changed, numbers as numbers. */
function changesIn(form: SettingsForm, before: SettingsForm): Record<string, unknown> {
  const { rateLimit, nightlyRunHours, pacing, deprovisioningGuard: guard, ...texts } = form;
  const all: Record<string, unknown> = {
    ...texts,
    rateLimit: numberOf(rateLimit),
    nightlyRunHours: numberOf(nightlyRunHours),
    pacing: numbersOf(pacing),
    deprovisioningGuard: {
      mode: guard.mode,
      perRun: numbersOf(guard.perRun),
      perDay: numbersOf(guard.perDay),
    },
  };
  const names = Object.keys(form) as (keyof SettingsForm)[];
  const changed = names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, all[name]]));
}
