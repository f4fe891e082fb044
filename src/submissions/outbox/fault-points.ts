/** The steps between a move and its effect in the queue, where a crash must lose nothing. */
export const FAULT_POINTS = [
  'move:written',
  'move:outbox-written',
  'move:committed',
  'delivery:claimed',
  'delivery:handled',
  'delivery:removed',
  'delivery:committed',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];
