const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** The tables, by the beginnings of the addresses. */
const TABLES = [
  { title: 'Integration', bases: ['/api/v1/integration'] },
  { title: 'Workflow', bases: ['/api/v1/workflow'] },
  { title: 'Administration', bases: ['/api/v1/admin'] },
  { title: 'SCIM', bases: ['/scim/v2', '/oauth'] },
  { title: 'Sandboxes', bases: ['/api/v1/sandbox'] },
  { title: 'Operations', bases: ['/'] },
];

/** @returns a table for each part of the API: every call of the OpenAPI documents, with the first words about it */
export async function callTables() {
  const { describeApplication } = await import('../../src/bootstrap.ts');
  const { scimDocumentOf } = await import('../../src/scim/openapi/scim-document.ts');
  const { paths } = await describeApplication();
  const scim = scimDocumentOf('');
  const calls = [...callsOf(paths), ...callsOf('paths' in scim ? scim.paths : {})];
  const tables = TABLES.map(({ title }) => {
    const own = calls.filter(({ path }) => tableOf(path) === title);
    const rows = own.map(({ call, text }) => `| ${call} | ${text} |`);
    return [`## ${title}`, '', '| Call | What it does |', '|---|---|', ...rows].join('\n');
  });
  return tables.join('\n\n');
}

/** @param {string} path */
function tableOf(path) {
  return TABLES.find(({ bases }) => bases.some((base) => path.startsWith(base)))?.title;
}

/** @param {unknown} paths */
function callsOf(paths) {
  return Object.entries(Object(paths)).flatMap(([path, operations]) =>
    METHODS.filter((method) => method in operations).map((method) => ({
      path,
      call: `\`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}\``,
      text: textOf(operations[method]),
    })),
  );
}

/** @param {{ summary?: string, description?: string }} operation */
function textOf({ summary = '', description = '' }) {
  const [first = ''] = description.split('\n\n');
  const scope = /needs the scope `(\w+)`/.exec(description)?.[1];
  const about = first.startsWith('The credential needs') ? '' : first;
  const text = `**${summary}**${scope === undefined ? '' : ` (\`${scope}\`)`}${about === '' ? '' : `. ${about}`}`;
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}
