import { SCIM_TYPES } from '../../errors/scim-refusal.js';
import { BULK_METHODS } from '../bulk/bulk-request.js';
import { MOST_OPERATIONS, MOST_RESULTS, RESOURCE_TYPES } from '../discovery/discovery.js';
import { MOST_CHANGES, OPS } from '../patch/operations.js';
import { MUTABILITIES, RETURNS, TYPES, UNIQUENESSES } from '../schema/attribute.js';
import {
  BULK_REQUEST,
  BULK_RESPONSE,
  ERROR,
  LIST_RESPONSE,
  PATCH_OP,
  RESOURCE_TYPE,
  SCHEMA,
  SEARCH_REQUEST,
  SERVICE_PROVIDER_CONFIG,
} from '../schema/urns.js';
import { type JsonSchema, type Members, schemaOfResource } from './attribute-schemas.js';

const FLAG = { type: 'boolean' } as const;
const WHOLE = { type: 'integer' } as const;
const TEXT = { type: 'string' } as const;
const ADDRESS = { type: 'string', format: 'uri' } as const;
const NAMES = listed(TEXT);

export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function listed(items: JsonSchema, limits: JsonSchema = {}): JsonSchema {
  return { type: 'array', ...limits, items };
}

function oneOf(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

function text(description: string): JsonSchema {
  return { type: 'string', description };
}

function whole(description: string): JsonSchema {
  return { type: 'integer', description };
}

/** An object; a name that ends with a question mark is that of a member that may be missing. */
function object(members: Members): JsonSchema {
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  const named = Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema] as const);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(named),
  };
}

function answered(urn: string, members: Members): JsonSchema {
  return object({ schemas: listed(oneOf([urn])), ...members });
}

/** What a provider sends: `schemas` is not checked, and names may have any letter case. */
function sent(urn: string, members: Members): JsonSchema {
  return object({ 'schemas?': listed(oneOf([urn])), ...members });
}

function page(items: JsonSchema): JsonSchema {
  return answered(LIST_RESPONSE, {
    totalResults: whole('On all pages together'),
    itemsPerPage: WHOLE,
    'startIndex?': whole('Of pages by startIndex'),
    'nextCursor?': text('Of pages by cursor; absent on the last one'),
    Resources: listed(items),
  });
}

/** The resources, made of the attributes that `/Schemas` answers. */
const RESOURCES: Members = Object.fromEntries(
  RESOURCE_TYPES.flatMap((type) => [
    [type.name, schemaOfResource(type, 'answer')],
    [`${type.name}ToWrite`, schemaOfResource(type, 'request')],
    [`ListOf${type.name}s`, page(refTo(type.name))],
  ]),
);

const CHANGE = object({
  op: text(`${OPS.join(', ')}, in any letter case`),
  'path?': text('An attribute, perhaps with conditions: emails[type eq "work"].value'),
  'value?': { description: 'Without a path an object whose members are attributes or paths' },
});

const BULK_OPERATION = object({
  method: oneOf(BULK_METHODS),
  path: text('Such as /Users, or /Users/bulkId:a for what another operation creates'),
  'bulkId?': text('Required for POST; others refer to it as bulkId:<bulkId>'),
  'version?': text('As If-Match'),
  'data?': { type: 'object', additionalProperties: true, description: 'The body of the call' },
});

const BULK_RESULT = object({
  method: TEXT,
  'bulkId?': TEXT,
  'location?': ADDRESS,
  'version?': TEXT,
  status: { ...TEXT, example: '201' },
  'response?': refTo('Error'),
});

const MESSAGES: Members = {
  ListOfResources: page({ anyOf: RESOURCE_TYPES.map(({ name }) => refTo(name)) }),
  PatchOp: sent(PATCH_OP, { Operations: listed(CHANGE, { minItems: 1, maxItems: MOST_CHANGES }) }),
  SearchRequest: sent(SEARCH_REQUEST, {
    'filter?': TEXT,
    'startIndex?': WHOLE,
    'count?': whole(`At most ${MOST_RESULTS} are answered`),
    'cursor?': TEXT,
    'sortBy?': TEXT,
    'sortOrder?': oneOf(['ascending', 'descending']),
    'attributes?': NAMES,
    'excludedAttributes?': NAMES,
  }),
  BulkRequest: sent(BULK_REQUEST, {
    'failOnErrors?': { ...whole('After so many failures the rest is left out'), minimum: 1 },
    Operations: listed(BULK_OPERATION, { maxItems: MOST_OPERATIONS }),
  }),
  BulkResponse: answered(BULK_RESPONSE, { Operations: listed(BULK_RESULT) }),
  Error: answered(ERROR, {
    status: text('The status of the answer as text'),
    'scimType?': oneOf(SCIM_TYPES),
    detail: text('A sentence that names the attribute'),
  }),
};

const FEATURE = object({ supported: FLAG });
const META = object({ resourceType: TEXT, location: ADDRESS });

const DISCOVERY: Members = {
  ServiceProviderConfig: answered(SERVICE_PROVIDER_CONFIG, {
    patch: FEATURE,
    bulk: object({ supported: FLAG, maxOperations: WHOLE, maxPayloadSize: WHOLE }),
    filter: object({ supported: FLAG, maxResults: WHOLE }),
    changePassword: FEATURE,
    sort: FEATURE,
    etag: FEATURE,
    'pagination?': object({
      cursor: FLAG,
      index: FLAG,
      'defaultPaginationMethod?': TEXT,
      'defaultPageSize?': WHOLE,
      'maxPageSize?': WHOLE,
    }),
    authenticationSchemes: listed(
      object({ type: TEXT, name: TEXT, description: TEXT, 'specUri?': TEXT, 'primary?': FLAG }),
    ),
    'meta?': META,
  }),
  ResourceType: answered(RESOURCE_TYPE, {
    id: TEXT,
    name: TEXT,
    endpoint: TEXT,
    'description?': TEXT,
    schema: TEXT,
    'schemaExtensions?': listed(object({ schema: TEXT, required: FLAG })),
    'meta?': META,
  }),
  Schema: answered(SCHEMA, {
    id: TEXT,
    name: TEXT,
    'description?': TEXT,
    attributes: listed(refTo('Attribute')),
    'meta?': META,
  }),
  Attribute: object({
    name: TEXT,
    type: oneOf(TYPES),
    multiValued: FLAG,
    description: TEXT,
    required: FLAG,
    'caseExact?': FLAG,
    mutability: oneOf(MUTABILITIES),
    returned: oneOf(RETURNS),
    'uniqueness?': oneOf(UNIQUENESSES),
    'canonicalValues?': NAMES,
    'referenceTypes?': NAMES,
    'subAttributes?': listed(refTo('Attribute')),
  }),
  ListOfResourceTypes: page(refTo('ResourceType')),
  ListOfSchemas: page(refTo('Schema')),
};

const TOKENS: Members = {
  TokenRequest: object({
    grant_type: oneOf(['client_credentials']),
    'client_id?': text('The API key, unless it is sent by Basic'),
    'client_secret?': text('Its secret'),
  }),
  Token: object({ access_token: TEXT, token_type: oneOf(['Bearer']), expires_in: whole('Seconds') }),
  TokenError: object({ error: TEXT, error_description: TEXT }),
};

/** The schemas of the document. */
export const SCHEMAS: Members = { ...RESOURCES, ...MESSAGES, ...DISCOVERY, ...TOKENS };
