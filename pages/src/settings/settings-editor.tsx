import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { CheckboxGroup } from '../ui/checkbox-group';
import { Form } from '../ui/form';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { usersInWords } from '../ui/words';
import { COMMITTEE_ROLES, PACING_FIELDS, TIME_ZONES } from './fields';
import { LimitsSection } from './limits-section';
import { TargetsSection } from './targets-section';
import { changesIn, formOf, type SettingsAnswer, type SettingsForm } from './settings-form';

interface SettingsEditorProps {
  readonly settings: SettingsDto;
  readonly openHolds: number;
  readonly onSaved: (saved: SettingsAnswer) => void;
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
    const saved = await api.patch<SettingsDto, SettingsMetaDto>('settings', changes);
    setForm(formOf(saved.data));
    onSaved(saved);
    const held = 'deprovisioningGuard' in changes ? saved.meta.openHolds : 0;
    const recalculated =
      saved.meta.redraw === null ? '' : '; the progress records are recalculated in the background';
    const stillHeld = held > 0 ? `; ${usersInWords(held)} still held` : '';
    notify(`Settings saved${recalculated}${stillHeld}`, { type: held > 0 ? 'warning' : 'success' });
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
          <TextInput
            label="E-mail domain"
            value={form.emailDomain}
            error={errors.emailDomain}
            hint="The domain of users for whom the SIS sends none."
            onChange={(emailDomain) => {
              set({ emailDomain });
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
            label="Requests per minute"
            value={form.rateLimit}
            error={errors.rateLimit}
            hint="The limit of all keys together, in addition to the limits of single keys. Empty: no limit."
            onChange={(rateLimit) => {
              set({ rateLimit });
            }}
          />
          <NumberField
            label="Nightly run (hours)"
            value={form.nightlyRunHours}
            error={errors.nightlyRunHours}
            hint="The overview warns when the last successful run is older than this."
            onChange={(nightlyRunHours) => {
              set({ nightlyRunHours });
            }}
          />
        </Box>
      </Section>
      <Section title="Committees">
        <CheckboxGroup
          row
          label="Required roles"
          options={optionsOf(COMMITTEE_ROLES)}
          value={form.requiredCommitteeRoles}
          error={errors.requiredCommitteeRoles}
          hint="A committee is complete when each of these roles has an active member who has accepted."
          onChange={(requiredCommitteeRoles) => {
            set({ requiredCommitteeRoles });
          }}
        />
      </Section>
      <Section
        title="Pacing"
        intro="When a student is at risk, behind or ahead of the due dates of the milestones."
      >
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
      <LimitsSection
        value={form.deprovisioningGuard}
        errors={errors}
        openHolds={openHolds}
        onChange={(deprovisioningGuard) => {
          set({ deprovisioningGuard });
        }}
      />
      <TargetsSection value={form} errors={errors} onChange={set} />
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
          Discard my changes
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

const TimeZoneField = ({ value, ...field }: TimeZoneFieldProps) => {
  const zones = TIME_ZONES.includes(value) ? TIME_ZONES : [value, ...TIME_ZONES];
  return (
    <SelectField
      {...field}
      label="Time zone"
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone }))}
      hint="It decides when a day begins, for due dates and for daily figures."
    />
  );
};
