/** The groups of the calls in the order of the reference, each with what its calls are for. */
export const TAGS = {
  Operations: 'Whether the credentials work, and whether the service does',
  Users: 'Send, find, change and de-provision people; what is held, and who may be two people',
  Runs: 'What a nightly run or a dropped file did, and whom it did not accept',
  Events: 'Follow what changes, in the order in which it changed',
  Progress: 'Read doctoral progress',
  'Progress (platform side)': 'Write doctoral progress: dissertations, versions, milestones and committees',
  Submissions: 'Forms with their reviews, and the values that differ',
  'Sync queue': 'Take accepted forms, write them into the own system, and report it',
  Sandboxes: 'Universities to test with, each with a clock and faults of its own',
  Administration: 'What the administration pages call',
} as const;

export type Tag = keyof typeof TAGS;
