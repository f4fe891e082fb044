/** A resource as JSON; attributes that are known have the names of their schema. */
export type Resource = Record<string, unknown>;

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name under which an object has this attribute, in any letter case; undefined when it has none. */
export function keyIn(object: Readonly<Resource>, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === lower);
}

export function valueIn(object: Readonly<Resource>, name: string): unknown {
  const key = keyIn(object, name);
  return key === undefined ? undefined : object[key];
}

/** Sets a member, also one with a name such as `__proto__`, which an assignment would take for something else. */
export function setIn(object: Resource, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy that does not have these members. */
export function without(object: Readonly<Resource>, names: readonly string[]): Resource {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Whether an attribute counts as unassigned (RFC 7643, 2.5). Templates of providers send blank texts for it. */
export function isUnassigned(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** `"True"` and `"False"` as several providers send them; any other value unchanged. */
export function asBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.trim().toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : value;
}

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
