type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The values of a form on top of what is stored now: a field that was not changed gets the stored value. A list counts
 * as one field.
 * @param begun what the form began with
 */
export function rebase<F extends object>(begun: F, form: F, stored: F): F {
  return rebased(begun, form, stored) as F;
}

function rebased(begun: unknown, form: unknown, stored: unknown): unknown {
  if (JSON.stringify(begun) === JSON.stringify(form)) return stored;
  if (!isFields(begun) || !isFields(form) || !isFields(stored)) return form;
  const names = Object.keys(form);
  return Object.fromEntries(names.map((name) => [name, rebased(begun[name], form[name], stored[name])]));
}
