import { getMetadataArgsStorage } from 'typeorm';

/** Which table a column with the ID of something refers to, by the name of the column. */
const REFERENCES = new Map([
  ['userId', 'users'],
  ['studentId', 'users'],
  ['submissionId', 'submissions'],
  ['itemId', 'sync_items'],
  ['claimId', 'sync_claims'],
  ['connectionId', 'credentials'],
  ['groupId', 'scim_groups'],
  ['incidentId', 'alert_incidents'],
  ['apiKey', 'credentials'],
]);

/**
 * The tables by room, as a picture of Mermaid: each with its primary key, and an arrow to the table whose ID it has.
 * @param {string} schema the source that lists the entities
 */
export async function tablePicture(schema) {
  await import('../../src/schema.ts');
  const rooms = new Map(
    [...schema.matchAll(/import \{ (\w+) \} from '\.\/([\w-]+)\//g)].map(([, name, room]) => [name, room]),
  );
  const storage = getMetadataArgsStorage();
  const tables = storage.tables.map(({ target, name }) => {
    const columns = storage.columns.filter((column) => column.target === target);
    return {
      name: String(name),
      room: rooms.get(typeof target === 'string' ? target : target.name) ?? 'database',
      columns: columns.map(({ propertyName }) => propertyName),
      key: columns.filter(({ options }) => options.primary).map(({ propertyName }) => propertyName),
    };
  });
  tables.sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = new Set(tables.map(({ name }) => name));
  const parts = [...new Set(tables.map(({ room }) => room))]
    .sort()
    .map((room) => [
      `  subgraph ${room}`,
      ...tables
        .filter((table) => table.room === room)
        .map(({ name, key }) => `    ${name}["${name}<br/>${key.join(', ')}"]`),
      '  end',
    ]);
  const arrows = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => {
      const to = REFERENCES.get(column);
      return to === undefined || to === name || !names.has(to) ? [] : [`  ${name} --> ${to}`];
    }),
  );
  return ['```mermaid', 'flowchart LR', ...parts.flat(), ...new Set(arrows), '```'].join('\n');
}
