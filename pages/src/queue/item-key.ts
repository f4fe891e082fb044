import type { QueueRowDto } from '../api/openapi';
import { idOf, keyOf, kindOf } from '../api/kinds';

/** An item of the queue: a submission has one for each of its targets. */
export interface ItemKey {
  readonly submissionId: string;
  readonly targetSystem?: string;
}

export function itemId(item: Pick<QueueRowDto, 'submissionId' | 'targetSystem'>): string {
  return idOf(kindOf('queue'), item).toString();
}

export function itemKeyOf(id: string): ItemKey {
  const { first, second } = keyOf(kindOf('queue'), id);
  return second === undefined ? { submissionId: first } : { submissionId: first, targetSystem: second };
}
