import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { CheckboxGroup } from '../ui/checkbox-group';
import { Form } from '../ui/form';
import { FormColumns } from '../ui/form-columns';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import { SaveButtons } from '../ui/save-buttons';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useEdited } from '../ui/use-edited';
import { useSubmit } from '../ui/use-submit';
import { COMMITTEE_ROLES, PACING_FIELDS, TIME_ZONES } from './fields';
import { LimitsSection } from './limits-section';
import { PausesSection } from './pauses-section';
import { PrivacySection } from './privacy-section';
import { ProvidersSection } from './providers-section';
import { MatchingSection } from './matching-section';
import { RetentionSection } from './retention-section';
import { TargetsSection } from './targets-section';
import { changesIn, formOf, type SettingsAnswer } from './settings-form';

interface SettingsEditorProps {
  readonly settings: SettingsDto;
  readonly openHolds: number;
  readonly onSaved: (saved: SettingsAnswer) => void;
}

export const SettingsEditor = ({ settings, openHolds, onSaved }: SettingsEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const { form, isChanged, set, reset } = useEdited(formOf(settings));
  const { submit, busy, message, errors } = useSubmit(async () => {
    const changes = changesIn(form, formOf(settings));
    const saved = await api.patch<SettingsDto, SettingsMetaDto>('settings', changes);
    reset(formOf(saved.data));
    onSaved(saved);
    const held = 'deprovisioningGuard' in changes ? saved.meta.openHolds : 0;
    const parts = [
      t`Settings saved`,
      ...(saved.meta.redraw === null ? [] : [t`the progress records are recalculated in the background`]),
      ...(held > 0 ? [plural(held, { one: '# user still held', other: '# users still held' })] : []),
    ];
    notify(parts.join('; '), { type: held > 0 ? 'warning' : 'success' });
  });
  return (
    <Form
      message={message}
      onSubmit={() => {
        void submit();
      }}
    >
      <Section title={t`University`}>
        <FormColumns>
          <TextInput
            label={t`E-mail domain`}
            value={form.emailDomain}
            error={errors.emailDomain}
            hint={t`The domain of users for whom the SIS sends none.`}
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
            label={t`Requests per minute`}
            value={form.rateLimit}
            error={errors.rateLimit}
            hint={
              <Trans>
                The limit of all keys together, in addition to the limits of single keys. Empty: no limit.
              </Trans>
            }
            onChange={(rateLimit) => {
              set({ rateLimit });
            }}
          />
          <NumberField
            label={t`Nightly run (hours)`}
            value={form.nightlyRunHours}
            error={errors.nightlyRunHours}
            hint={t`The overview warns when the last successful run is older than this.`}
            onChange={(nightlyRunHours) => {
              set({ nightlyRunHours });
            }}
          />
        </FormColumns>
      </Section>
      <Section title={t`Committees`}>
        <CheckboxGroup
          row
          label={t`Required roles`}
          options={optionsOf(COMMITTEE_ROLES)}
          value={form.requiredCommitteeRoles}
          error={errors.requiredCommitteeRoles}
          hint={t`A committee is complete when each of these roles has an active member who has accepted.`}
          onChange={(requiredCommitteeRoles) => {
            set({ requiredCommitteeRoles: [...requiredCommitteeRoles] });
          }}
        />
      </Section>
      <Section
        title={t`Pacing`}
        intro={t`When a student is at risk, behind or ahead of the due dates of the milestones.`}
      >
        <FormColumns>
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
        </FormColumns>
      </Section>
      <LimitsSection
        value={form.deprovisioningGuard}
        errors={errors}
        openHolds={openHolds}
        onChange={(deprovisioningGuard) => {
          set({ deprovisioningGuard });
        }}
      />
      <PausesSection
        value={form.deprovisioningPauses}
        timeZone={form.timeZone}
        errors={errors}
        onChange={(deprovisioningPauses) => {
          set({ deprovisioningPauses });
        }}
      />
      <MatchingSection value={form} error={errors['awaitSourceDays']} onChange={set} />
      <TargetsSection value={form} errors={errors} onChange={set} />
      <ProvidersSection
        keepsShared={form.scimDeleteKeepsShared}
        error={errors['scimDeleteKeepsShared']}
        onChange={(scimDeleteKeepsShared) => {
          set({ scimDeleteKeepsShared });
        }}
      />
      <RetentionSection
        value={form.retention}
        errors={errors}
        onChange={(retention) => {
          set({ retention });
        }}
      />
      <PrivacySection
        legalHold={form.legalHold}
        error={errors['legalHold']}
        onChange={(legalHold) => {
          set({ legalHold });
        }}
      />
      <SaveButtons
        label={t`Save the settings`}
        isChanged={isChanged}
        busy={busy}
        onDiscard={() => {
          reset(formOf(settings));
        }}
      />
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
      label={t`Time zone`}
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone }))}
      hint={t`It decides when a day begins, for due dates and for daily figures.`}
    />
  );
};
