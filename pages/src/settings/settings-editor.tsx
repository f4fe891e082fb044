import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';

import { Form } from '../ui/form';
import { FormColumns } from '../ui/form-columns';
import { SaveButtons } from '../ui/save-buttons';
import { Section } from '../ui/section';
import { SECTIONS, SETTINGS } from './declared';
import { LastChange } from './last-change';
import { LimitsNotes } from './limits-notes';
import { PausesEditor } from './pauses-editor';
import { SettingField } from './setting-field';
import type { SectionName } from './setting-search';
import { changesIn, FIELDS, formOf, type Path, type SettingsAnswer } from './settings-form';
import { TargetsEditor } from './targets-editor';
import { TermsEditor } from './terms-editor';
import { useEffectFirst } from './use-effect-first';
import { useLastChanges } from './use-last-changes';
import { useSettingInView } from './use-setting-in-view';
import { useSettingsForm } from './use-settings-form';

interface SettingsEditorProps {
  readonly section: SectionName;
  readonly stored: SettingsAnswer;
  readonly onSaved: (saved: SettingsAnswer) => void;
}

/** The list of objects that is a part of a group. */
const LISTS: Partial<Record<SectionName, Path>> = {
  pauses: 'deprovisioningPauses',
  terms: 'terms',
  queue: 'syncTargets',
};

/** As far as the hint of a field is from its edge. */
const HINT_MARGIN = '14px';

/** The fields of one group of settings. */
export const SettingsEditor = ({ section, stored, onSaved }: SettingsEditorProps) => {
  const { edited, submission: saving, question } = useSettingsForm(stored, onSaved);
  const { form, isChanged, begun, set } = edited;
  const { data: settings, meta } = begun;
  const { submission, effect } = useEffectFirst(saving, () => changesIn(form, formOf(begun)));
  const lastChanges = useLastChanges();
  const heading = useRef<HTMLHeadingElement>(null);
  useSettingInView(submission.form, heading);
  const isHigherPerDay = settings.deprovisioningGuard.perDay?.larger === true;
  const list = LISTS[section];
  /** What the groups have beside their fields. */
  const special: Partial<Record<SectionName, ReactNode>> = {
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
  const { title, intro, from }: { title: string; intro?: string; from: string } = SECTIONS[section];
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
      <Section title={title} intro={intro} headingRef={heading}>
        {special[section]}
        {list !== undefined && <LastChange change={lastChanges.get(list)} />}
        <FormColumns>
          {FIELDS.filter((path) => SETTINGS[path].section === section).map((path) => (
            <Box key={path} sx={{ display: 'grid', minWidth: 0 }}>
              <SettingField
                path={path}
                value={form.fields[path]}
                onChange={(text) => {
                  set({ fields: { ...form.fields, [path]: text } });
                }}
              />
              <Box sx={{ mx: HINT_MARGIN }}>
                <LastChange change={lastChanges.get(path)} />
              </Box>
            </Box>
          ))}
        </FormColumns>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          <Trans>
            <strong>From when a change holds:</strong> {from}
          </Trans>
        </Typography>
      </Section>
      {effect}
      {question}
    </Form>
  );
};
