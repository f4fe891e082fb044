import { getMetadataArgsStorage } from 'typeorm';

/** Beside the tables that an erasure goes through: logs, which are searched in parts or name people under a key. */
const LOGS = new Map([
  ['request_log', 'stays without path, body and messages'],
  ['audit_boxes', 'stays; the key of the names is deleted (audit_person_keys)'],
  ['audit_person_keys', 'deleted'],
  ['disclosures', 'kept: the ID alone'],
  ['disclosure_blocks', 'kept: IDs alone'],
  ['alert_settings', 'not searched: recipients are a setting'],
]);

const FATES = {
  'with the person': 'deleted with the call',
  deleted: 'deleted',
  overwritten: 'overwritten',
  kept: 'kept',
};

/** What becomes of the rows of a table, by the parts of it that are treated differently. */
function fateOf(parts) {
  const fates = parts.map(({ part, fate, reason }) => {
    const what = reason === undefined ? FATES[fate] : `${FATES[fate]}: ${reason.replace(/\.$/, '')}`;
    return part === undefined || parts.length === 1 ? what : `${part}: ${what}`;
  });
  return [...new Set(fates)].join('; ');
}

/** Every table with data about people: its columns, and what an erasure does with its rows. */
export async function dataSheet() {
  await import('../../src/schema.ts');
  const { PERSONAL_TABLES } = await import('../../src/privacy/personal-data/personal-tables.ts');
  const { tables, columns } = getMetadataArgsStorage();
  const names = [...new Set([...PERSONAL_TABLES.map(({ table }) => table), ...LOGS.keys()])].sort();
  const rows = names.map((name) => {
    const entity = tables.find((table) => table.name === name)?.target;
    const parts = PERSONAL_TABLES.filter(({ table, isOfOthers }) => table === name && isOfOthers !== true);
    const fate = LOGS.get(name) ?? fateOf(parts);
    const stored = columns.filter(({ target }) => target === entity).map(({ propertyName }) => propertyName);
    return `| \`${name}\` | ${stored.map((one) => `\`${one}\``).join(' ')} | ${fate} |`;
  });
  return ['| Table | Columns | At an erasure |', '|---|---|---|', ...rows].join('\n');
}
