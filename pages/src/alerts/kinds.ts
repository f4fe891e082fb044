import { t } from '@lingui/core/macro';

import type { AlertDto } from '../api/openapi';
import { systemWords } from '../ui/system-words';
import { entryOf, type Option, optionsOf } from '../ui/options';

const KINDS: Readonly<Record<string, string>> = {
  late_run: t`The nightly run is late`,
  run_failures: t`A run had failed rows`,
  complete_run_missing: t`No run was complete`,
  people_deprovisioned: t`Many people lost their access`,
  people_held: t`De-provisionings are held`,
  conflicts: t`Conflicts wait for a decision`,
  connector_silent: t`A connector is silent`,
  deliveries_fail: t`Deliveries fail`,
  reader_silent: t`A reader of the feed of changes is silent`,
  key_expiring: t`An API key expires`,
  certificate_expiring: t`The certificate of the service expires`,
  commits_lost: t`The database has lost what was written`,
};

export const KIND_OPTIONS: readonly Option[] = optionsOf(KINDS);

/** An alert in words: its kind and, where it is about one thing, that. */
export function alertWords(alert: Pick<AlertDto, 'kind' | 'title' | 'about'>): string {
  const title = kindWords(alert);
  return alert.about === null ? title : `${title}: ${systemWords(alert.about)}`;
}

/** What kind of alert it is; of a kind that these pages do not know, in the words of the API. */
export function kindWords({ kind, title }: Pick<AlertDto, 'kind' | 'title'>): string {
  return entryOf(KINDS, kind) ?? title;
}
