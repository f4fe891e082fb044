import { t } from '@lingui/core/macro';

import type { KindCountDto } from '../api/openapi';

type ChangeKind = KindCountDto['kind'];

interface KindWords {
  readonly label: string;
  /** What is chosen by it, below the question of an undo. */
  readonly chosen: string;
}

/** What a run did to people. */
export const CHANGE_KINDS: Readonly<Record<ChangeKind, KindWords>> = {
  inserted: { label: t`Inserted`, chosen: t`Only users whom the run inserted.` },
  updated: { label: t`Updated`, chosen: t`Only users whom the run updated.` },
  deprovisioned: { label: t`De-provisioned`, chosen: t`Only users whom the run de-provisioned.` },
  restored: { label: t`Restored`, chosen: t`Only users whom the run restored.` },
};
