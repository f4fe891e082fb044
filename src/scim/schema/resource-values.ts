import { isObject, type Resource, valueIn } from './resource.js';

/** The text of an attribute, trimmed; undefined when it is blank or missing. */
export function textIn(resource: unknown, name: string): string | undefined {
  const value = isObject(resource) ? valueIn(resource, name) : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

export function objectIn(resource: Readonly<Resource>, name: string): Resource {
  const value = valueIn(resource, name);
  return isObject(value) ? value : {};
}

export function listIn(resource: Readonly<Resource>, name: string): Resource[] {
  const value = valueIn(resource, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isPrimary(value: Resource): boolean {
  return value['primary'] === true;
}

/** Which of these addresses is the person's: the primary one at work, else the primary one, else the first. */
export function chosenEmail(emails: readonly Resource[]): number {
  const usable = (one: Resource): boolean => textIn(one, 'value') !== undefined;
  const isAtWork = (one: Resource): boolean => textIn(one, 'type')?.toLowerCase() === 'work';
  const preferences = [
    (one: Resource): boolean => isPrimary(one) && isAtWork(one),
    isPrimary,
    (): boolean => true,
  ];
  for (const prefers of preferences) {
    const found = emails.findIndex((one) => usable(one) && prefers(one));
    if (found >= 0) return found;
  }
  return -1;
}

/** The role among several: the primary one, else the first. */
export function chosenRole(roles: readonly Resource[]): string | undefined {
  const usable = roles.filter((one) => textIn(one, 'value') !== undefined);
  return textIn(usable.find(isPrimary) ?? usable[0], 'value');
}
