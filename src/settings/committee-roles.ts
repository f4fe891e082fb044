/** The roles that a faculty member can have in a committee. */
export const COMMITTEE_ROLES = [
  'chair',
  'content_expert',
  'methodologist_technical_expert',
  'member',
] as const;
export type CommitteeRole = (typeof COMMITTEE_ROLES)[number];
