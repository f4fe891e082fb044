/** `not_queued` as "Not queued". */
export function words(value: string): string {
  const text = value.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `facultyProfile.leaveUntil` as "Faculty profile › leave until". */
export function fieldWords(field: string): string {
  const parts = field.split('.').map((part) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
  return words(parts.join(' › '));
}

/** 12345 as "12,345". */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

export function usersInWords(count: number): string {
  return count === 1 ? '1 user' : `${grouped(count)} users`;
}
