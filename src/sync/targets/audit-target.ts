/** A target system as the audit log names it; blank: items without one. */
export function auditTargetOf(targetSystem: string): string {
  return `target-system:${targetSystem === '' ? '(none)' : targetSystem}`;
}
