/** The steps of claims at which a crash must lose nothing and hand out nothing twice. */
export const CLAIM_FAULT_POINTS = [
  'claim:written',
  'claim:committed',
  'report:written',
  'report:committed',
  'release:written',
  'release:committed',
  'sweep:written',
  'sweep:committed',
] as const;
export type ClaimFaultPoint = (typeof CLAIM_FAULT_POINTS)[number];
