import { t } from '@lingui/core/macro';

import type { AttentionDto } from '../api/openapi';

/** What needs an administrator, in words. */
export const ATTENTION_WORDS: Readonly<Record<keyof AttentionDto, string>> = {
  failedRows: t`Failed rows, last night`,
  lateRuns: t`Late runs`,
  failedDeliveries: t`Failed deliveries`,
  awaitDecision: t`Waiting for a decision`,
  silentSystems: t`Silent connectors`,
  failingSystems: t`Failing connectors`,
  badSystems: t`Silent or failing connectors`,
  pausedSystems: t`Paused connectors`,
  deprovisioned: t`De-provisioned within a day`,
  decisions: t`Waiting for a decision`,
  holds: t`Held de-provisionings`,
  conflicts: t`Open conflicts`,
  discrepancies: t`Open discrepancies`,
  waitingSubmissions: t`Submissions that wait for a decision`,
  alerts: t`Open alerts`,
  keysExpiring: t`Keys expiring`,
};
