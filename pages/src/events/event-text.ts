import { t } from '@lingui/core/macro';

import type { AdminEventDto } from '../api/openapi';
import { fieldWords, words } from '../ui/words';

type Type = AdminEventDto['type'];

const TITLES: Readonly<Record<Type, string>> = {
  'user.created.v1': t`User created`,
  'user.updated.v1': t`User changed`,
  'user.deprovisioned.v1': t`User de-provisioned`,
  'user.restored.v1': t`User restored`,
  'user.erased.v1': t`User erased`,
  'user.hold-opened.v1': t`De-provisioning held`,
  'user.hold-decided.v1': t`Held de-provisioning decided`,
  'conflict.opened.v1': t`Conflict opened`,
  'conflict.decided.v1': t`Conflict decided`,
  'run.finished.v1': t`Run finished`,
  'progress.changed.v1': t`Progress changed`,
  'progress.removed.v1': t`Progress removed`,
  'submission.status-changed.v1': t`Status of a submission changed`,
  'sync.item-changed.v1': t`Queue item changed`,
};

/** What happened, such as "User changed: degree, program". */
export function eventText({ type, data: { changed, parts, decision } }: AdminEventDto): string {
  const title = TITLES[type];
  if (typeof decision === 'string') return `${title}: ${words(decision)}`;
  const fields = changed ?? parts ?? [];
  return fields.length === 0 ? title : `${title}: ${fields.map(fieldWords).join(', ')}`;
}
