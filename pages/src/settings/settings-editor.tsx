import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Form } from '../ui/form';
import { FormColumns } from '../ui/form-columns';
import { keysOf } from '../ui/options';
import { SaveButtons } from '../ui/save-buttons';
import { Section } from '../ui/section';
import { SECTIONS, SETTINGS } from './declared';
import { LimitsNotes } from './limits-notes';
import { PausesEditor } from './pauses-editor';
import { SettingField } from './setting-field';
import { FIELDS, type SettingsAnswer } from './settings-form';
import { TargetsEditor } from './targets-editor';
import { TermsEditor } from './terms-editor';
import { useSettingsForm } from './use-settings-form';

interface SettingsEditorProps {
  readonly stored: SettingsAnswer;
  readonly onSaved: (saved: SettingsAnswer) => void;
}

export const SettingsEditor = ({ stored, onSaved }: SettingsEditorProps) => {
  const { edited, submission, question } = useSettingsForm(stored, onSaved);
  const { form, isChanged, begun, set } = edited;
  const { data: settings, meta } = begun;
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
