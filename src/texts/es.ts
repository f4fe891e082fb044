import { ALERTS } from './es/alerts.js';
import { REFUSALS } from './es/refusals.js';
import { RULES } from './es/rules.js';

/** Spanish, by the English sentences; the words are those of decision 60. `{name}` stands for the same value. */
export const SPANISH: Readonly<Record<string, string>> = Object.fromEntries(
  [ALERTS, REFUSALS, RULES].flatMap((texts) => Object.entries(texts)),
);
