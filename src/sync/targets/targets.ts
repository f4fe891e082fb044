import type { SyncTarget } from '../../settings/settings.js';

/** The names of the targets that take a form type, in the order of the setting. */
export function targetsTaking(targets: readonly SyncTarget[], formType: string): string[] {
  return targets
    .filter(({ formTypes }) => formTypes === undefined || formTypes.includes(formType))
    .map(({ name }) => name);
}
