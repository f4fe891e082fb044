import type { PersonalTable } from './personal-table.js';
import { anyOf, lowerCase } from './sought-texts.js';

/** In the form in which JSON has a text, each one whole; for a regular expression. */
function asTexts(values: readonly string[]): string {
  return anyOf(values.filter((value) => value !== '').map((value) => JSON.stringify(value)));
}

const QUESTION = "CONCAT_WS(' ', `sent`, `seen`, `applied`, `effect`)";
/** The people and the changes of a question, in one array. */
const PEOPLE_AND_CHANGES = `JSON_MERGE_PRESERVE('[]',
    COALESCE(JSON_EXTRACT(\`sent\`, '$.person'), '[]'),
    COALESCE(JSON_EXTRACT(\`seen\`, '$.*'), '[]'),
    COALESCE(JSON_EXTRACT(\`applied\`, '$.changes'), '[]'),
    COALESCE(JSON_EXTRACT(\`effect\`, '$[*].fields[*]'), '[]'))`;

function column(name: string, path = name): string {
  return `\`${name}\` VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.${path}'`;
}

const COLUMNS = [
  ...['externalId', 'legacyNumber', 'email', 'field', 'before', 'after'].map((name) => column(name)),
  column('awaited', 'awaited.sourceValue'),
];

/** Where a question holds numbers and addresses. In any other text a short number is mostly that of someone else. */
const HELD: readonly (readonly [condition: string, keys: 'numbers' | 'emails'])[] = [
  ['`externalId` IN (?)', 'numbers'],
  ['`legacyNumber` IN (?)', 'numbers'],
  ['LOWER(`email`) IN (?)', 'emails'],
  ...['before', 'after', 'awaited'].flatMap((name) => [
    [`(\`field\` = 'legacyNumber' AND \`${name}\` IN (?))`, 'numbers'] as const,
    [`(\`field\` = 'email' AND LOWER(\`${name}\`) IN (?))`, 'emails'] as const,
  ]),
];

const HAS_KEY = `EXISTS (
    SELECT 1 FROM JSON_TABLE(${PEOPLE_AND_CHANGES}, '$[*]' COLUMNS (${COLUMNS.join(', ')})) AS \`found\`
    WHERE ${HELD.map(([condition]) => condition).join(' OR ')})`;

/** It has the name of the person, and the row has the address of another one who is not called so. */
const HAS_NAME_ALONE = `LOWER(${QUESTION}) REGEXP ? AND LOWER(${QUESTION}) REGEXP ? AND EXISTS (
    SELECT 1 FROM \`users\` WHERE \`users\`.\`tenantId\` = \`identity_conflicts\`.\`tenantId\`
      AND \`users\`.\`id\` = \`identity_conflicts\`.\`userId\`
      AND \`users\`.\`emailKey\` = LOWER(JSON_UNQUOTE(JSON_EXTRACT(\`sent\`, '$.person.email')))
      AND NOT (LOWER(\`users\`.\`firstName\`) IN (?) AND LOWER(\`users\`.\`lastName\`) IN (?)))`;

/**
 * Questions about other people that a row of the person has caused, which named them by mistake. What was sent and what
 * it changed is forgotten, as it is of old questions.
 */
export const MISTAKEN_QUESTIONS: PersonalTable = {
  table: 'identity_conflicts',
  part: 'about others',
  rows: {
    sql: `(${HAS_KEY} OR (${HAS_NAME_ALONE}))`,
    values: ({ numbers, emails, firstNames, lastNames }) => {
      const sought = { numbers, emails: emails.map(lowerCase) };
      const names = [firstNames.map(lowerCase), lastNames.map(lowerCase)] as const;
      // A list in a statement is never empty.
      return [
        ...HELD.map(([, keys]) => sought[keys]),
        ...names.map(asTexts),
        ...names.map((all) => (all.length === 0 ? [''] : all)),
      ];
    },
  },
  isOfOthers: true,
  fate: 'overwritten',
  overwriting: {
    assignments: '`sent` = NULL, `seen` = NULL, `applied` = NULL, `effect` = NULL, `note` = NULL',
    done: 'COALESCE(`sent`, `seen`, `applied`, `effect`) IS NULL',
  },
  reason: 'That there was a question about another person, without what was sent.',
};
