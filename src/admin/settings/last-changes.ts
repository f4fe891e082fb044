import type { ChangeOfSettings } from '../../audit/audit.repository.js';
import { settingsIn } from '../../settings/setting.js';
import { SETTINGS } from '../../settings/settings.js';

/** The last change of a setting, and what it changed. */
export interface LastChange {
  readonly setting: string;
  readonly entry: ChangeOfSettings;
  readonly before: unknown;
  readonly after: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Undefined where the entry does not name the setting; of a group without values each member is null. */
function valueAt(values: Values | null, [name = '', ...path]: readonly string[]): unknown {
  const value = values?.[name];
  if (path.length === 0 || value === undefined || value === null) return value;
  return valueAt(value as Values, path);
}

function changeIn(entry: ChangeOfSettings, setting: string): LastChange | undefined {
  const path = setting.split('.');
  const [before, after] = [valueAt(entry.before, path), valueAt(entry.after, path)];
  if (before === undefined && after === undefined) return undefined;
  const change = { setting, entry, before: before ?? null, after: after ?? null };
  // A limit of two numbers stands in an entry as a whole where it had none before.
  return JSON.stringify(change.before) === JSON.stringify(change.after) ? undefined : change;
}

/**
 * The last change of each setting that these entries have changed.
 * @param entries the latest first
 */
export function lastChanges(entries: readonly ChangeOfSettings[]): LastChange[] {
  return settingsIn(SETTINGS).flatMap(({ path }) => {
    for (const entry of entries) {
      const change = changeIn(entry, path);
      if (change !== undefined) return [change];
    }
    return [];
  });
}
