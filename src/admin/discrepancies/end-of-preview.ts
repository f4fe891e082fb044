import type { Chosen } from '../../submissions/discrepancies/groups/chosen.js';

type End = Pick<Chosen, 'newest' | 'seen'>;

/** The newest discrepancy and the last change that a preview has seen, and when. */
export const END_OF_PREVIEW = /^[0-9]{1,15}(-[0-9]{1,15}){2}$/;
export const AN_END = '412-1788220800000-1788220860000';

export function writeEnd({ newest, seen: { stamp, at } }: End): string {
  return `${newest}-${stamp}-${at}`;
}

export function readEnd(text: string): End {
  const [newest = 0, stamp = 0, at = 0] = text.split('-').map(Number);
  return { newest, seen: { stamp, at } };
}
