import type { ChangeType } from './change-types.js';

/** Names of fields, states and counts, never values of people's fields: who needs values reads the resource. */
export type ChangeData = Readonly<Record<string, string | number | null | readonly string[]>>;

/** Something that changed, as the room says that changes it. */
export interface Change {
  readonly type: ChangeType;
  readonly subject: string;
  readonly data: ChangeData;
  /** Which of them, where a subject has several resources of this type. */
  readonly part?: string;
}

function isList(value: ChangeData[string] | undefined): value is readonly string[] {
  return typeof value === 'object' && value !== null;
}

/** One after the other in one commit: from the first state to the last one, with all fields that either names. */
function combined(earlier: ChangeData, later: ChangeData): ChangeData {
  const data: Record<string, ChangeData[string]> = { ...later };
  for (const [name, before] of Object.entries(earlier)) {
    const after = later[name];
    if (name === 'from') data[name] = before;
    else if (isList(before) && isList(after)) data[name] = [...new Set([...before, ...after])];
  }
  return data;
}

/** The changes of one transaction: one for each resource and type, in the order in which they came first. */
export class Changes {
  private readonly byResource = new Map<string, Change>();

  add(change: Change): void {
    const { type, subject, part = '' } = change;
    const resource = JSON.stringify([type, subject, part]);
    const known = this.byResource.get(resource);
    const data = known === undefined ? change.data : combined(known.data, change.data);
    this.byResource.set(resource, { ...change, data });
  }

  get all(): readonly Change[] {
    return [...this.byResource.values()];
  }
}
