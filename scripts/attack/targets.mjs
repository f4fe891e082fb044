// From the service's OpenAPI document to requests in which each value that a caller chooses is marked with an asterisk,
// which is where sqlmap puts its own.

/** Calls that would end the session of the others, or use up what they need. */
const LEFT_OUT = new Set(['delete /api/v1/admin/session', 'post /api/v1/admin/invitations/accept']);
/** Parameters that are the same in every list; tested in one. */
const SHARED = new Set(['page', 'perPage', 'order']);
const ONE_LIST = '/api/v1/admin/users';
const SUBMISSION = '/api/v1/workflow/submissions/{submissionId}';
const TEXTS = {
  q: 'Ann',
  actor: 'terminal',
  target: 'key',
  from: '2026-01-01',
  since: '2026-01-01',
  to: '2030-01-01',
  field: 'email',
};

/** @returns raw requests, each with its name and the number of its marks */
export function targetsOf(site) {
  const calls = Object.entries(site.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const wanted = calls.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`));
  const targets = wanted.map((call) => targetOf(call, site));
  return [...targets, ...headerTargets(site)].filter(({ marks }) => marks > 0);
}

function targetOf({ method, path, operation }, { baseUrl, keyed, session, values }) {
  const { parameters = [], security = [], requestBody } = operation;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const schemes = security.flatMap((one) => Object.keys(one));
  const headers = {
    ...(schemes.includes('X-Service-API-Key') ? keyed : {}),
    ...(schemes.includes('Session') ? session : {}),
    ...(type === undefined ? {} : { 'Content-Type': type }),
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => `${valueOf(name, path, values)}*`);
  const query = parameters
    .filter(
      (one) => one.in === 'query' && one.name !== 'cursor' && (path === ONE_LIST || !SHARED.has(one.name)),
    )
    .map(
      ({ name, example, schema }) =>
        `${name}=${encodeURIComponent(sampleOf(name, example, schema, values))}*`,
    );
  const body = content === undefined ? '' : marked(content.example, path, values);
  const address = query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  return requestOf(`${method.toUpperCase()} ${path}`, method, address, baseUrl, headers, body);
}

/** The headers that every call reads. */
function headerTargets({ baseUrl, keyed, session }) {
  const all = {
    'X-Request-Id': 'scan*',
    'User-Agent': 'scan*',
    'X-Forwarded-For': '127.0.0.1*',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01*',
    'X-Sync-Run': 'scan*',
  };
  const mark = (headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}*`]));
  return [
    requestOf('headers', 'get', '/api/v1/integration/progress?limit=1', baseUrl, { ...keyed, ...all }),
    requestOf('credentials', 'get', '/api/v1/integration', baseUrl, mark(keyed)),
    requestOf('cookies', 'get', '/api/v1/admin/session', baseUrl, mark(session)),
  ];
}

function requestOf(name, method, address, baseUrl, headers, body = '') {
  const lines = Object.entries({ Host: new URL(baseUrl).host, ...headers }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  const text = [`${method.toUpperCase()} ${address} HTTP/1.1`, ...lines, '', body].join('\n');
  return { name, text, marks: text.split('*').length - 1 };
}

function valueOf(name, path, values) {
  if (name === 'submissionId') return submissionOf(path, values);
  if (name !== 'id') return values[name];
  if (path.includes('discrepancies')) return values.discrepancyId;
  if (path.includes('holds')) return values.holdId;
  if (path.includes('conflicts')) return values.conflictId;
  return path.includes('requests') ? values.requestId : values.studentId;
}

function submissionOf(path, values) {
  if (path.includes('discrepancies')) return values.discrepancySubmissionId;
  // A decided submission takes no other fields.
  return path === SUBMISSION ? 'scan-1' : values.submissionId;
}

function sampleOf(name, example, schema, values) {
  const known = { ...values, ...TEXTS }[name];
  return String(known ?? example ?? schema.example ?? schema.enum?.[0] ?? schema.minimum ?? 1);
}

/** Marks every text of a JSON document; texts that name something are replaced by existing names. */
function marked(example, path, values) {
  const document = typeof example === 'string' ? JSON.parse(example) : example;
  const known = path.startsWith('/api/v1/admin') ? { ...values, email: values.adminEmail } : values;
  return JSON.stringify(document, (key, value) => {
    if (Array.isArray(value) && key === 'submissionIds') return [values.submissionId];
    return typeof value === 'string' ? `${known[key] ?? value}*` : value;
  });
}
