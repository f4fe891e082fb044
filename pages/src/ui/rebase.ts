type Fields = Readonly<Record<string, unknown>>;
type Items = ReadonlyMap<string, Fields>;

/** Whose value a field gets that both have changed. */
export type Preferred = 'form' | 'stored';

/** Fields that identify an item of a list. An item whose identity was changed counts as another one. */
const IDENTITIES = ['code', 'target', 'from', 'name'];

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are equal, but for the keys that rows have on the page alone. */
export function isSame(one: unknown, other: unknown): boolean {
  return comparable(one) === comparable(other);
}

function comparable(value: unknown): string | undefined {
  return JSON.stringify(value, (name, member: unknown) => (name === 'key' ? undefined : member));
}

/**
 * The values of a form on top of what is stored now: a field that only one of them has changed gets that change. The
 * items of a list are looked at one by one where they have an identity; any other list counts as one field.
 * @param begun what the form began with
 */
export function rebase<F extends object>(begun: F, form: F, stored: F, preferred: Preferred = 'form'): F {
  return rebased(begun, form, stored, preferred) as F;
}

function rebased(begun: unknown, form: unknown, stored: unknown, preferred: Preferred): unknown {
  if (isSame(begun, form)) return stored;
  if (isSame(begun, stored)) return form;
  if (isFields(form) && isFields(stored)) {
    const was = isFields(begun) ? begun : {};
    const names = Object.keys(form);
    return Object.fromEntries(
      names.map((name) => [name, rebased(was[name], form[name], stored[name], preferred)]),
    );
  }
  return rebasedList(begun, form, stored, preferred) ?? (preferred === 'form' ? form : stored);
}

function rebasedList(
  begun: unknown,
  form: unknown,
  stored: unknown,
  preferred: Preferred,
): readonly unknown[] | undefined {
  for (const identity of IDENTITIES) {
    const was = itemsBy(identity, begun);
    const mine = itemsBy(identity, form);
    const theirs = itemsBy(identity, stored);
    if (was === undefined || mine === undefined || theirs === undefined) continue;
    return namesInOrder(was, mine, theirs, preferred)
      .map((name) => rebased(was.get(name), mine.get(name), theirs.get(name), preferred))
      .filter((item) => item !== undefined);
  }
  return undefined;
}

/** Undefined unless each item of the list has an identity of its own. */
function itemsBy(identity: string, list: unknown): Items | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, Fields>();
  for (const item of list as unknown[]) {
    const name = isFields(item) ? item[identity] : undefined;
    if (!isFields(item) || typeof name !== 'string' || name === '' || items.has(name)) return undefined;
    items.set(name, item);
  }
  return items;
}

/** All names, in the order of the one who has moved items; an item of the other follows the one before it. */
function namesInOrder(was: Items, mine: Items, theirs: Items, preferred: Preferred): readonly string[] {
  const isMine = isMoved(was, mine) && (preferred === 'form' || !isMoved(was, theirs));
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const names = [...first.keys()];
  let before: string | undefined;
  for (const name of second.keys()) {
    if (!first.has(name)) names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
    before = name;
  }
  return names;
}

function isMoved(was: Items, is: Items): boolean {
  const kept = [...was.keys()].filter((name) => is.has(name));
  return !isSame(
    kept,
    [...is.keys()].filter((name) => was.has(name)),
  );
}
