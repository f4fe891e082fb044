// Which licences may be shipped: policy.json, for releases and for the judgement of dependencies.
import { readFileSync } from 'node:fs';

/** The limits, and the exceptions from them, each with its reason and the day on which it was made. */
export const POLICY = JSON.parse(readFileSync(new URL('policy.json', import.meta.url), 'utf8'));

/**
 * @param licence what the lock file names, if anything: an exception of a licence is made for one, and for no later one
 * @returns the exception of this kind for a package; undefined when there is none
 */
export function exceptionFor(name, kind, licence) {
  const found = POLICY.exceptions.find((one) => one.package === name && one.of === kind);
  return kind === 'licence' && licence !== undefined && licence !== found?.licence ? undefined : found;
}

/** Whether an SPDX expression, without brackets within brackets, can be met with allowed licences alone. */
export function isAllowed(expression, allowed = POLICY.licences) {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) =>
    choice
      .replace(/^\((.*)\)$/, '$1')
      .split(' AND ')
      .every((licence) => allowed.includes(licence)),
  );
}
