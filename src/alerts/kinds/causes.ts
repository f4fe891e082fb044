import { NO_SYSTEM } from '../../sync/targets/audit-target.js';

/** Where administrators look for the cause of an incident. */
export interface Cause {
  /** A path of the administration pages. */
  readonly page: string;
  /** What the incident is about, where it is about one thing: an actor, whose label is shown, or a name. */
  readonly of?: { readonly actor: string } | { readonly name: string };
}

/** @param about what was found, see `Finding.about`; @returns undefined where it names nothing */
export type CauseOf = (about: string) => Cause | undefined;

/** A list of the administration pages with these filters set. */
export function listPage(resource: string, filter: Readonly<Record<string, string>>): string {
  return `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

function rowPage(resource: string, id: string): string {
  return `/${resource}/${encodeURIComponent(id)}/show`;
}

export const ofKey: CauseOf = (apiKey) =>
  apiKey === '' ? undefined : { page: rowPage('keys', apiKey), of: { actor: `key:${apiKey}` } };

/** The key of a reader, on the page that shows how far each reader is behind. */
export const ofReader: CauseOf = (apiKey) =>
  apiKey === '' ? undefined : { page: '/readers', of: { actor: `key:${apiKey}` } };

export const ofRun: CauseOf = (run) =>
  run === '' ? undefined : { page: rowPage('runs', run), of: { name: run } };

/** @param system blank: items without one */
export const ofTargetSystem: CauseOf = (system) => {
  const name = system === '' ? NO_SYSTEM : system;
  return { page: rowPage('connectors', name), of: { name } };
};

/** Its failed deliveries. @param system blank: items without one */
export const ofFailedItems: CauseOf = (system) => {
  const name = system === '' ? NO_SYSTEM : system;
  return { page: listPage('queue', { targetSystem: name, failure: 'delivery' }), of: { name } };
};

/** There is one incident of the kind at a time, and it is about all that the page of the kind shows. */
export const ofAll: CauseOf = () => undefined;
