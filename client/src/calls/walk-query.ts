/** Parameters of a list of what changed, in the form in which callers give them. */
export interface WalkQuery {
  /** What changed at or after it; a text of a date alone means 00:00 UTC. */
  readonly since?: string | Date;
}

/** A moment as it is sent. */
export function momentText(moment: string | Date | undefined): string | undefined {
  return moment instanceof Date ? moment.toISOString() : moment;
}

/** IDs and numbers as they are sent. */
export function listText(references: string | readonly string[] | undefined): string | undefined {
  return typeof references === 'object' ? references.join(',') : references;
}
