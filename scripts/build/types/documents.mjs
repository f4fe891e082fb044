// What the pages and the client need of the service's OpenAPI document.

const ADMINISTRATION = '/api/v1/admin/';
const OF_CLIENT = ['/api/v1/integration', '/api/v1/workflow', '/api/v1/sandbox'];
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;
/** The published schema of an envelope's data, under the name that its type gets. */
export const ENVELOPE_DATA = 'EnvelopeData';

/** What the administration's calls send and get. The pages need no types of the calls themselves. */
export function documentOfPages(document) {
  const calls = callsOf(document, (path) => path.startsWith(ADMINISTRATION));
  return documentWith(document, {}, schemasOf(calls, document));
}

/**
 * The calls of integrators, with what they send and get.
 * @param envelopeData the published JSON Schema: the document says only that an envelope's data is an object
 */
export function documentOfClient(document, envelopeData) {
  const whole = withEnvelopeData(document, envelopeData);
  const calls = callsOf(whole, (path) =>
    OF_CLIENT.some((base) => path === base || path.startsWith(`${base}/`)),
  );
  const paths = Object.fromEntries(calls.map(([path, item]) => [path, withoutCommonParts(item)]));
  return withoutDto(documentWith(whole, paths, schemasOf(calls, whole)));
}

function callsOf({ paths }, isNeeded) {
  return Object.entries(paths).filter(([path]) => isNeeded(path));
}

/** The schemas that calls name, and those that these name. */
function schemasOf(calls, { components: { schemas } }) {
  const named = namedIn(calls);
  // Iterating over a set includes what is added meanwhile.
  for (const name of named) for (const inner of namedIn(schemas[name])) named.add(inner);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => named.has(name)));
}

function namedIn(part) {
  return new Set([...JSON.stringify(part).matchAll(REFERENCE)].map(([, name = '']) => name));
}

function documentWith({ openapi, info: { title, version } }, paths, schemas) {
  return { openapi, info: { title, version }, paths, components: { schemas } };
}

function withEnvelopeData(document, { type, required, properties: data }) {
  const { EnvelopeDto, ...schemas } = document.components.schemas;
  const properties = { ...EnvelopeDto.properties, data: { $ref: `#/components/schemas/${ENVELOPE_DATA}` } };
  const replaced = {
    EnvelopeDto: { ...EnvelopeDto, properties },
    [ENVELOPE_DATA]: { type, required, properties: data },
  };
  return { ...document, components: { schemas: { ...schemas, ...replaced } } };
}

/** Headers and refusals are the same for every call; their types would be half of the file. */
function withoutCommonParts(item) {
  return Object.fromEntries(
    Object.entries(item).map(([method, { parameters = [], responses, ...operation }]) => [
      method,
      {
        ...operation,
        parameters: parameters.filter((parameter) => parameter.in !== 'header'),
        responses: Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 300)),
      },
    ]),
  );
}

/** UserDto is User to a caller. */
function withoutDto(document) {
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name.replace(/Dto$/, ''), schema]),
  );
  return JSON.parse(
    JSON.stringify(document).replace(
      REFERENCE,
      (_, name) => `"#/components/schemas/${name.replace(/Dto$/, '')}"`,
    ),
  );
}
