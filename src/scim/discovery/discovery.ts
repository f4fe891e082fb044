import type { Attribute, ResourceType, Schema } from '../schema/attribute.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { RESOURCE_TYPE, SCHEMA, SERVICE_PROVIDER_CONFIG } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';

export const DEFAULT_COUNT = 100;
export const MOST_RESULTS = 500;
export const MOST_OPERATIONS = 1000;
export const LARGEST_BODY_KIB = 1024;

export const RESOURCE_TYPES: readonly ResourceType[] = [USER_TYPE, GROUP_TYPE];
const SCHEMAS: readonly Schema[] = RESOURCE_TYPES.flatMap(({ core, extensions }) => [core, ...extensions]);

/** What the service can do (RFC 7643, section 5; RFC 9865, section 4). */
export function serviceProviderConfig(base: string): object {
  return {
    schemas: [SERVICE_PROVIDER_CONFIG],
    patch: { supported: true },
    // Without these limits authentik sends no PATCH.
    bulk: {
      supported: true,
      maxOperations: MOST_OPERATIONS,
      maxPayloadSize: LARGEST_BODY_KIB * 1024,
    },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: DEFAULT_COUNT,
      maxPageSize: MOST_RESULTS,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key and secret',
        description: 'Authorization: Bearer, the API key, a full stop and its secret, or an access token',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
      {
        type: 'oauth2',
        name: 'Client credentials',
        description: 'POST /oauth/token with the API key and its secret gives a token of an hour',
        specUri: 'https://www.rfc-editor.org/info/rfc6749',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

function resourceTypeOf(
  base: string,
  { name, endpoint, description, core, extensions }: ResourceType,
): object {
  return {
    schemas: [RESOURCE_TYPE],
    id: name,
    name,
    endpoint,
    description,
    schema: core.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

/** Parts of an attribute that say nothing for its type are left out, as in RFC 7643, 8.7.1. */
function presentAttribute({ subAttributes, caseExact, uniqueness, ...attribute }: Attribute): object {
  const isText = attribute.type === 'string' || attribute.type === 'reference' || attribute.type === 'binary';
  return {
    ...attribute,
    ...(isText ? { caseExact, uniqueness } : {}),
    ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(presentAttribute) }),
  };
}

function presentSchema(base: string, { id, name, description, attributes }: Schema): object {
  return {
    schemas: [SCHEMA],
    id,
    name,
    description,
    attributes: attributes.map(presentAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
}

export function allResourceTypes(base: string): object[] {
  return RESOURCE_TYPES.map((type) => resourceTypeOf(base, type));
}

/** Undefined for an unknown name. */
export function oneResourceType(base: string, name: string): object | undefined {
  const type = RESOURCE_TYPES.find((one) => one.name === name);
  return type === undefined ? undefined : resourceTypeOf(base, type);
}

export function allSchemas(base: string): object[] {
  return SCHEMAS.map((schema) => presentSchema(base, schema));
}

/** Undefined for an unknown URN. */
export function oneSchema(base: string, id: string): object | undefined {
  const schema = SCHEMAS.find((one) => one.id.toLowerCase() === id.toLowerCase());
  return schema === undefined ? undefined : presentSchema(base, schema);
}
