import type { AuditEventDto } from '../api/openapi';
import { settingDifferences } from '../settings/setting-differences';
import { type Difference, differencesOf } from '../ui/difference';

/** What an entry says that was changed. */
export function entryDifferences({
  action,
  before,
  after,
}: Pick<AuditEventDto, 'action' | 'before' | 'after'>): Difference[] {
  if (action === 'settings.changed') return settingDifferences(before ?? {}, after ?? {});
  return differencesOf(before, after);
}
