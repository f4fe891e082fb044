/** The steps of a file, after each of which a kill must lose nothing and repeat nothing. */
export const STEPS = [
  'taken',
  'read',
  'answered',
  'fed',
  'finished',
  'decided',
  'remembered',
  'rows-kept',
  'shown',
  'ok-moved',
  'moved',
  'done',
] as const;
export type Step = (typeof STEPS)[number];

/** Called after each step. Does nothing in production; tests end the process there. */
export type Reach = (step: Step) => void;
