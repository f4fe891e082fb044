import { t } from '@lingui/core/macro';

/** What the API calls items without a target system. */
export const NO_SYSTEM = '(none)';

/** A target system for a reader. */
export function systemWords(name: string | null): string {
  return name === null || name === NO_SYSTEM ? t`Without target system` : name;
}

/** The same within a sentence. */
export function inSentence(name: string): string {
  return name === NO_SYSTEM ? t`items without a target system` : name;
}
