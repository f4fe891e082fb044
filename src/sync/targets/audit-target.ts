/** Names items without a target system, in addresses; such a system cannot be asked for by itself. */
export const NO_SYSTEM = '(none)';

/** A target system as the audit log names it; blank: items without one. */
export function auditTargetOf(targetSystem: string): string {
  return `target-system:${targetSystem === '' ? NO_SYSTEM : targetSystem}`;
}
