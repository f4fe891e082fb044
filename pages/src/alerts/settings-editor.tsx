import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { AlertSettingsDto, AlertSettingsMetaDto } from '../api/openapi';
import { Form } from '../ui/form';
import { FormColumns } from '../ui/form-columns';
import { OfService } from '../ui/of-service';
import { NumberField } from '../ui/number-field';
import { SaveButtons } from '../ui/save-buttons';
import { Section } from '../ui/section';
import { TextInput } from '../ui/text-input';
import { useEdited } from '../ui/use-edited';
import { useGuardedSave } from '../ui/use-guarded-save';
import { useSubmit } from '../ui/use-submit';
import { kindWords } from './kinds';
import { RecipientsInput } from './recipients-input';
import { type AlertsAnswer, bodyOf, formOf, type KindForm, labelOf, recipientsOf } from './settings-form';
import { TestButton } from './test-button';

interface SettingsEditorProps {
  readonly stored: AlertsAnswer;
  readonly onSaved: () => void;
}

export const SettingsEditor = ({ stored, onSaved }: SettingsEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const edited = useEdited(stored, formOf);
  const { form, isChanged, begun, set } = edited;
  const settings = begun.data;
  const { save, question } = useGuardedSave({
    edited,
    formOf,
    labelOf: (field) => labelOf(field, settings),
    changes: { action: 'alerts.changed' },
    read: () => api.get<AlertSettingsDto, AlertSettingsMetaDto>('alerts/settings'),
    save: async (values, known) => {
      const body = bodyOf(values, known.data);
      const saved = await api.put<AlertSettingsDto, AlertSettingsMetaDto>('alerts/settings', body, known.tag);
      edited.continueWith(saved, values);
      onSaved();
      notify(t`Alerts saved`, { type: 'success' });
    },
  });
  const submission = useSubmit(save);
  return (
    <Form
      submission={submission}
      act="administer"
      actions={<SaveButtons label={t`Save the alerts`} isChanged={isChanged} />}
    >
      <Section title={t`Messages`}>
        {!begun.meta.mayMail && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            <Trans>
              The operator of the service has set no mail server, so no message is sent. Alerts are listed all
              the same.
            </Trans>
          </Alert>
        )}
        <FormColumns>
          <RecipientsInput
            label={t`Recipients`}
            value={form.recipients}
            name="recipients"
            hint={t`E-mail addresses, separated by commas. Empty: no message is sent.`}
            onChange={(recipients) => {
              set({ recipients });
            }}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
            <TextInput
              label={t`Quiet from`}
              value={form.quietFrom}
              name="quietHours.from"
              hint={t`Such as 22:00. Messages wait.`}
              onChange={(quietFrom) => {
                set({ quietFrom });
              }}
            />
            <TextInput
              label={t`Quiet until`}
              value={form.quietUntil}
              name="quietHours.until"
              hint={settings.quietHours?.timeZone ?? t`Such as 06:00, in the time zone of the settings.`}
              onChange={(quietUntil) => {
                set({ quietUntil });
              }}
            />
          </Box>
        </FormColumns>
        {begun.meta.mayMail && <TestButton recipients={recipientsOf(form)} />}
      </Section>
      {settings.kinds.map((kind, index) => (
        <KindSection
          key={kind.kind}
          kind={kind}
          value={form.kinds[kind.kind] ?? NO_CHOICE}
          path={`kinds.${index}`}
          onChange={(value) => {
            set({ kinds: { ...form.kinds, [kind.kind]: value } });
          }}
        />
      ))}
      {question}
    </Form>
  );
};

/** Of a kind that the form does not know yet. */
const NO_CHOICE: KindForm = { enabled: true, recipients: '', threshold: '' };

interface KindSectionProps {
  readonly kind: AlertSettingsDto['kinds'][number];
  readonly value: KindForm;
  readonly path: string;
  readonly onChange: (value: KindForm) => void;
}

const KindSection = ({ kind, value, path, onChange }: KindSectionProps) => (
  <Section title={kindWords(kind)} intro={<OfService text={kind.rule} translations={kind.translations} />}>
    <FormControlLabel
      label={t`Look for it`}
      control={
        <Checkbox
          checked={value.enabled}
          slotProps={{ input: { 'aria-label': t`Look for it: ${kindWords(kind)}` } }}
          onChange={(_, enabled) => {
            onChange({ ...value, enabled });
          }}
        />
      }
    />
    <FormColumns>
      {kind.thresholdRange !== null && (
        <NumberField
          label={t`Threshold (${kind.thresholdRange.unit})`}
          value={value.threshold}
          name={`${path}.threshold`}
          hint={t`Empty: ${kind.thresholdRange.standard}.`}
          onChange={(threshold) => {
            onChange({ ...value, threshold });
          }}
        />
      )}
      <RecipientsInput
        label={t`Other recipients`}
        value={value.recipients}
        name={`${path}.recipients`}
        hint={t`Instead of those above. Empty: those above.`}
        onChange={(recipients) => {
          onChange({ ...value, recipients });
        }}
      />
    </FormColumns>
  </Section>
);
