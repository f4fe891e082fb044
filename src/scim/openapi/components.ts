import type { ScimType } from '../../errors/scim-refusal.js';
import { MOST_OPERATIONS, MOST_RESULTS } from '../discovery/discovery.js';
import { OPS } from '../patch/operations.js';
import { GROUP_TYPE } from '../schema/group.type.js';
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
import { USER_TYPE } from '../schema/user.type.js';
import { type JsonSchema, schemaOfResource } from './attribute-schemas.js';

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const WHOLE = { type: 'integer' } as const;
const NAMES = { type: 'array', items: TEXT } as const;

/** All of them, so that a type that is added must be documented. */
const SCIM_TYPES: Readonly<Record<ScimType, true>> = {
  invalidFilter: true,
  tooMany: true,
  uniqueness: true,
  mutability: true,
  invalidSyntax: true,
  invalidPath: true,
  noTarget: true,
  invalidValue: true,
  invalidVers: true,
  invalidCursor: true,
  sensitive: true,
};

export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function schemasOf(urn: string): JsonSchema {
  return { type: 'array', items: { type: 'string', enum: [urn] } };
}

function message(
  urn: string,
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: 'object',
    required: ['schemas', ...required],
    properties: { schemas: schemasOf(urn), ...properties },
  };
}

/** What a provider sends: `schemas` is not checked, and names may have any letter case. */
function sent(
  urn: string,
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const needed = required.length === 0 ? {} : { required };
  return { type: 'object', ...needed, properties: { schemas: schemasOf(urn), ...properties } };
}

function listOf(items: JsonSchema): JsonSchema {
  return message(LIST_RESPONSE, ['totalResults', 'itemsPerPage', 'Resources'], {
    totalResults: { ...WHOLE, description: 'On all pages together' },
    itemsPerPage: WHOLE,
    startIndex: { ...WHOLE, description: 'Of pages by startIndex' },
    nextCursor: { ...TEXT, description: 'Of pages by cursor; absent on the last one' },
    Resources: { type: 'array', items },
  });
}

const FEATURE: JsonSchema = { type: 'object', required: ['supported'], properties: { supported: FLAG } };

const ATTRIBUTE: JsonSchema = {
  type: 'object',
  required: ['name', 'type', 'multiValued', 'description', 'required', 'mutability', 'returned'],
  properties: {
    name: TEXT,
    type: {
      ...TEXT,
      enum: ['string', 'boolean', 'integer', 'decimal', 'dateTime', 'reference', 'binary', 'complex'],
    },
    multiValued: FLAG,
    description: TEXT,
    required: FLAG,
    caseExact: FLAG,
    mutability: { ...TEXT, enum: ['readOnly', 'readWrite', 'immutable', 'writeOnly'] },
    returned: { ...TEXT, enum: ['always', 'never', 'default', 'request'] },
    uniqueness: { ...TEXT, enum: ['none', 'server', 'global'] },
    canonicalValues: NAMES,
    referenceTypes: NAMES,
    subAttributes: { type: 'array', items: refTo('Attribute') },
  },
};

const META: JsonSchema = {
  type: 'object',
  required: ['resourceType', 'location'],
  properties: { resourceType: TEXT, location: { ...TEXT, format: 'uri' } },
};

const BULK_OPERATION: JsonSchema = {
  type: 'object',
  required: ['method', 'path'],
  properties: {
    method: { ...TEXT, enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    path: { ...TEXT, description: 'Such as /Users, or /Users/bulkId:a for what another operation creates' },
    bulkId: { ...TEXT, description: 'Required for POST; others refer to it as bulkId:<bulkId>' },
    version: { ...TEXT, description: 'As If-Match' },
    data: { type: 'object', additionalProperties: true, description: 'The body of the call' },
  },
};

const BULK_RESULT: JsonSchema = {
  type: 'object',
  required: ['method', 'status'],
  properties: {
    method: TEXT,
    bulkId: TEXT,
    location: { ...TEXT, format: 'uri' },
    version: TEXT,
    status: { ...TEXT, example: '201' },
    response: refTo('Error'),
  },
};

const OPERATION: JsonSchema = {
  type: 'object',
  required: ['op'],
  properties: {
    op: { ...TEXT, description: `${OPS.join(', ')}, in any letter case` },
    path: { ...TEXT, description: 'An attribute, perhaps with conditions: emails[type eq "work"].value' },
    value: { description: 'Without a path an object whose members are attributes or paths' },
  },
};

/** The schemas of the document; those of resources are made of the attributes that `/Schemas` answers. */
export const SCIM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  User: schemaOfResource(USER_TYPE, 'answer'),
  UserToWrite: schemaOfResource(USER_TYPE, 'request'),
  Group: schemaOfResource(GROUP_TYPE, 'answer'),
  GroupToWrite: schemaOfResource(GROUP_TYPE, 'request'),
  ListOfUsers: listOf(refTo('User')),
  ListOfGroups: listOf(refTo('Group')),
  ListOfResources: listOf({ anyOf: [refTo('User'), refTo('Group')] }),
  PatchOp: sent(PATCH_OP, ['Operations'], {
    Operations: { type: 'array', minItems: 1, maxItems: 1000, items: OPERATION },
  }),
  SearchRequest: sent(SEARCH_REQUEST, [], {
    filter: TEXT,
    startIndex: WHOLE,
    count: { ...WHOLE, description: `At most ${MOST_RESULTS} are answered` },
    cursor: TEXT,
    sortBy: TEXT,
    sortOrder: { ...TEXT, enum: ['ascending', 'descending'] },
    attributes: NAMES,
    excludedAttributes: NAMES,
  }),
  BulkRequest: sent(BULK_REQUEST, ['Operations'], {
    failOnErrors: { ...WHOLE, minimum: 1, description: 'After so many failures the rest is left out' },
    Operations: { type: 'array', maxItems: MOST_OPERATIONS, items: BULK_OPERATION },
  }),
  BulkResponse: message(BULK_RESPONSE, ['Operations'], {
    Operations: { type: 'array', items: BULK_RESULT },
  }),
  ServiceProviderConfig: message(
    SERVICE_PROVIDER_CONFIG,
    ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag', 'authenticationSchemes'],
    {
      patch: FEATURE,
      bulk: {
        type: 'object',
        required: ['supported', 'maxOperations', 'maxPayloadSize'],
        properties: { supported: FLAG, maxOperations: WHOLE, maxPayloadSize: WHOLE },
      },
      filter: {
        type: 'object',
        required: ['supported', 'maxResults'],
        properties: { supported: FLAG, maxResults: WHOLE },
      },
      changePassword: FEATURE,
      sort: FEATURE,
      etag: FEATURE,
      pagination: {
        type: 'object',
        required: ['cursor', 'index'],
        properties: {
          cursor: FLAG,
          index: FLAG,
          defaultPaginationMethod: TEXT,
          defaultPageSize: WHOLE,
          maxPageSize: WHOLE,
        },
      },
      authenticationSchemes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['type', 'name', 'description'],
          properties: { type: TEXT, name: TEXT, description: TEXT, specUri: TEXT, primary: FLAG },
        },
      },
      meta: META,
    },
  ),
  ResourceType: message(RESOURCE_TYPE, ['id', 'name', 'endpoint', 'schema'], {
    id: TEXT,
    name: TEXT,
    endpoint: TEXT,
    description: TEXT,
    schema: TEXT,
    schemaExtensions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['schema', 'required'],
        properties: { schema: TEXT, required: FLAG },
      },
    },
    meta: META,
  }),
  Schema: message(SCHEMA, ['id', 'name', 'attributes'], {
    id: TEXT,
    name: TEXT,
    description: TEXT,
    attributes: { type: 'array', items: refTo('Attribute') },
    meta: META,
  }),
  Attribute: ATTRIBUTE,
  ListOfResourceTypes: listOf(refTo('ResourceType')),
  ListOfSchemas: listOf(refTo('Schema')),
  Error: message(ERROR, ['status', 'detail'], {
    status: { ...TEXT, description: 'The status of the answer as text' },
    scimType: { ...TEXT, enum: Object.keys(SCIM_TYPES) },
    detail: { ...TEXT, description: 'A sentence that names the attribute' },
  }),
  TokenRequest: {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { ...TEXT, enum: ['client_credentials'] },
      client_id: { ...TEXT, description: 'The API key, unless it is sent by Basic' },
      client_secret: { ...TEXT, description: 'Its secret' },
    },
  },
  Token: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in'],
    properties: {
      access_token: TEXT,
      token_type: { ...TEXT, enum: ['Bearer'] },
      expires_in: { ...WHOLE, description: 'Seconds' },
    },
  },
  TokenError: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: { error: TEXT, error_description: TEXT },
  },
};
