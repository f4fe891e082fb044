import { t } from '@lingui/core/macro';

import type { Option } from '../ui/options';

const ACTIONS: Readonly<Record<string, string>> = {
  'admin.invited': t`Administrator invited`,
  'admin.password-set': t`Password set`,
  'connection.changed': t`Connection changed`,
  'admin.invitation-withdrawn': t`Invitation withdrawn`,
  'admin.passkey-added': t`Passkey added`,
  'admin.passkey-removed': t`Passkey removed`,
  'admin.second-factor-added': t`Second factor added`,
  'admin.second-factor-removed': t`Second factor removed`,
  'audit.entries-removed': t`Old audit entries removed`,
  'alert.snoozed': t`Alert snoozed`,
  'alert.woken': t`Snooze of an alert ended`,
  'alerts.changed': t`Alerts changed`,
  'alerts.test-sent': t`Test of alerts sent`,
  'alerts.token-made': t`Token for monitoring made`,
  'alerts.token-removed': t`Token for monitoring ended`,
  'deprovisioning.threshold-passed': t`De-provisioning limit exceeded`,
  'discrepancy.resolved': t`Discrepancy resolved`,
  'discrepancy.rule-applied': t`Discrepancy resolved by a rule`,
  'discrepancy-rule.created': t`Rule about discrepancies made`,
  'discrepancy-rule.removed': t`Rule about discrepancies removed`,
  'discrepancy.reopened': t`Decision about a discrepancy taken back`,
  'connector.paused': t`Target system paused`,
  'connector.silence-limit-changed': t`Limit of silence changed`,
  'connector.resumed': t`Target system resumed`,
  'conflict.decided': t`Conflict decided`,
  'conflict.taken-back': t`Decision of a conflict taken back`,
  'file.applied': t`File applied`,
  'file-mapping.kept': t`Mapping for files kept`,
  'file-mapping.removed': t`Mapping for files removed`,
  'hold.rejected': t`Held de-provisioning rejected`,
  'hold.reopened': t`Decision about a held de-provisioning taken back`,
  'hold.released': t`Held de-provisioning released`,
  'key.created': t`Key created`,
  'key.handed-over': t`Key handed over`,
  'key.handover-created': t`Link for handing a key over made`,
  'key.revoked': t`Key revoked`,
  'key.rotated': t`Key rotated`,
  'mapping.changed': t`Mapping changed`,
  'queue.bulk-replayed': t`Queue items replayed together`,
  'queue.replayed': t`Queue item replayed`,
  'run.finished': t`Run finished`,
  'run.undone': t`Run undone`,
  'user.erased': t`User erased`,
  'user.exported': t`Data of a user downloaded`,
  'user.legal-hold-removed': t`Legal hold removed`,
  'user.legal-hold-set': t`Legal hold set`,
  'user.tombstone-released': t`Address or number of an erased user released`,
  'settings.changed': t`Settings changed`,
  'retention.swept': t`Old data removed`,
  'sso.changed': t`Single sign-on changed`,
  'template.changed': t`Milestone template changed`,
  'tenant.created': t`Tenant created`,
  'tenant.resumed': t`Tenant resumed`,
  'tenant.suspended': t`Tenant suspended`,
  'user.keep-active-set': t`Kept active until a day`,
  'user.approval-put-back': t`Approved value put back by a source`,
  'user.role-changed': t`Role changed`,
  'user.status-changed': t`Account status changed`,
};

export const ACTION_OPTIONS: readonly Option[] = Object.entries(ACTIONS).map(([value, label]) => ({
  value,
  label,
}));

/** The action in words; an action that these pages do not know is shown by its code. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? action;
}
