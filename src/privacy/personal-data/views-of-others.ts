import type { PersonalTable } from './personal-table.js';
import { anyOf, lowerCase } from './sought-texts.js';

/** The filters that name people. Each is on a line of its own, so that nothing is found across two of them. */
const FILTERS = ['q', 'search', 'studentId', 'userId', 'chair'].map(
  (name) => `JSON_UNQUOTE(JSON_EXTRACT(\`filters\`, '$.${name}'))`,
);

/** Views of other administrators that look for the person by a number or an address, alone or among other words. */
export const VIEWS_OF_OTHERS: PersonalTable = {
  table: 'list_views',
  part: 'of others, which look for the person',
  rows: {
    sql: `\`holder\` <> ? AND LOWER(CONCAT_WS('\n', ${FILTERS.join(', ')})) REGEXP ?`,
    values: ({ userId, numbers, emails }) => [
      userId,
      `(^|[[:space:]])(${anyOf([...numbers, ...emails].map(lowerCase))})([[:space:]]|$)`,
    ],
  },
  isOfOthers: true,
  fate: 'deleted',
};
