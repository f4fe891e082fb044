import type { Option } from '../ui/options';

const ACTIONS: Readonly<Record<string, string>> = {
  'admin.invited': 'Administrator invited',
  'admin.password-set': 'Password set',
  'deprovisioning.threshold-passed': 'De-provisioning limit exceeded',
  'discrepancy.resolved': 'Discrepancy resolved',
  'hold.rejected': 'Held de-provisioning rejected',
  'hold.released': 'Held de-provisioning released',
  'key.created': 'Key created',
  'key.revoked': 'Key revoked',
  'key.rotated': 'Key rotated',
  'mapping.changed': 'Mapping changed',
  'queue.bulk-replayed': 'Queue items replayed together',
  'queue.replayed': 'Queue item replayed',
  'run.undone': 'Run undone',
  'settings.changed': 'Settings changed',
  'sso.changed': 'Single sign-on changed',
  'template.changed': 'Milestone template changed',
  'tenant.created': 'Tenant created',
  'tenant.resumed': 'Tenant resumed',
  'tenant.suspended': 'Tenant suspended',
  'user.role-changed': 'Role changed',
  'user.status-changed': 'Account status changed',
};

export const ACTION_OPTIONS: readonly Option[] = Object.entries(ACTIONS).map(([value, label]) => ({
  value,
  label,
}));

/** The action in words; an action that these pages do not know is shown by its code. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? action;
}
