import { plural, t } from '@lingui/core/macro';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { SettingsDto, SettingsMetaDto } from '../api/openapi';
import { useEdited } from '../ui/use-edited';
import { useGuardedSave } from '../ui/use-guarded-save';
import { useSubmit } from '../ui/use-submit';
import { formDifferences } from './setting-differences';
import { changesIn, formOf, type SettingsAnswer } from './settings-form';

/** The form of the settings, its submission, and the question that a save may ask. */
export function useSettingsForm(stored: SettingsAnswer, onSaved: (saved: SettingsAnswer) => void) {
  const api = useAdminApi();
  const notify = useNotify();
  const edited = useEdited(stored, formOf);
  const { save, question } = useGuardedSave({
    edited,
    formOf,
    differences: formDifferences,
    changes: { action: 'settings.changed' },
    read: () => api.get<SettingsDto, SettingsMetaDto>('settings'),
    save: async (form, begun) => {
      const changes = changesIn(form, formOf(begun));
      const saved = await api.patch<SettingsDto, SettingsMetaDto>('settings', changes, begun.tag);
      edited.continueWith(saved, form);
      onSaved(saved);
      const held = 'deprovisioningGuard' in changes ? saved.meta.openHolds : 0;
      notify(whatWasDone(saved, held), { type: held > 0 ? 'warning' : 'success' });
    },
  });
  return { edited, submission: useSubmit(save), question };
}

function whatWasDone({ meta }: SettingsAnswer, held: number): string {
  return [
    t`Settings saved`,
    ...(meta.rebuild === null ? [] : [t`the progress records are recalculated in the background`]),
    ...(held > 0 ? [plural(held, { one: '# user still held', other: '# users still held' })] : []),
  ].join('; ');
}
