import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { Form } from '../ui/form';
import { FormColumns } from '../ui/form-columns';
import { keysOf } from '../ui/options';
import { SaveButtons } from '../ui/save-buttons';
import { Section } from '../ui/section';
import { useEdited } from '../ui/use-edited';
import { useGuardedSave } from '../ui/use-guarded-save';
import { useSubmit } from '../ui/use-submit';
import { SECTIONS, SETTINGS } from './declared';
import { LimitsNotes } from './limits-notes';
import { PausesEditor } from './pauses-editor';
import { SettingField } from './setting-field';
import { changesIn, FIELDS, formOf, type SettingsAnswer } from './settings-form';
import { labelOf, valuesOf } from './settings-words';
import { TargetsEditor } from './targets-editor';
import { TermsEditor } from './terms-editor';

interface SettingsEditorProps {
  readonly stored: SettingsAnswer;
  readonly onSaved: (saved: SettingsAnswer) => void;
}

export const SettingsEditor = ({ stored, onSaved }: SettingsEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const edited = useEdited(stored, formOf);
  const { form, isChanged, begun, set } = edited;
  const { data: settings, meta } = begun;
  const { save, question } = useGuardedSave({
    edited,
    formOf,
    valuesOf,
    labelOf,
    changes: { action: 'settings.changed' },
    read: () => api.get<SettingsDto, SettingsMetaDto>('settings'),
    save: async (values, known) => {
      const changes = changesIn(values, formOf(known));
      const saved = await api.patch<SettingsDto, SettingsMetaDto>('settings', changes, known.tag);
      edited.begin(saved);
      onSaved(saved);
      notifySaved(changes, saved);
    },
  });
  const notifySaved = (changes: object, saved: SettingsAnswer) => {
    const held = 'deprovisioningGuard' in changes ? saved.meta.openHolds : 0;
    const parts = [
      t`Settings saved`,
      ...(saved.meta.rebuild === null ? [] : [t`the progress records are recalculated in the background`]),
      ...(held > 0 ? [plural(held, { one: '# user still held', other: '# users still held' })] : []),
    ];
    notify(parts.join('; '), { type: held > 0 ? 'warning' : 'success' });
  };
  const submission = useSubmit(save);
  const isHigherPerDay = settings.deprovisioningGuard.perDay?.larger === true;
  /** What the sections have beside their fields. */
  const special: Partial<Record<keyof typeof SECTIONS, ReactNode>> = {
    limits: <LimitsNotes openHolds={meta.openHolds} isHigherPerDay={isHigherPerDay} />,
    pauses: (
      <PausesEditor
        value={form.deprovisioningPauses}
        onChange={(deprovisioningPauses) => {
          set({ deprovisioningPauses });
        }}
      />
    ),
    terms: (
      <TermsEditor
        value={form.terms}
        onChange={(terms) => {
          set({ terms });
        }}
      />
    ),
    queue: (
      <TargetsEditor
        value={form.syncTargets}
        onChange={(syncTargets) => {
          set({ syncTargets });
        }}
      />
    ),
  };
  return (
    <Form
      submission={submission}
      act="administer"
      actions={
        <SaveButtons
          label={t`Save the settings`}
          isChanged={isChanged}
          onDiscard={() => {
            edited.begin(begun);
          }}
        />
      }
    >
      {keysOf(SECTIONS).map((section) => {
        const { title, intro }: { title: string; intro?: string } = SECTIONS[section];
        return (
          <Section key={section} title={title} intro={intro}>
            {special[section]}
            <FormColumns>
              {FIELDS.filter((path) => SETTINGS[path].section === section).map((path) => (
                <SettingField
                  key={path}
                  path={path}
                  value={form.fields[path]}
                  onChange={(text) => {
                    set({ fields: { ...form.fields, [path]: text } });
                  }}
                />
              ))}
            </FormColumns>
          </Section>
        );
      })}
      {question}
    </Form>
  );
};
