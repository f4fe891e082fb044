import type { Refusal } from '../../errors/refusal.js';
import { FilterNotAllowed, ResourceNotFound, TooManyOperations } from '../../errors/scim.errors.js';
import {
  allResourceTypes,
  allSchemas,
  LARGEST_BODY_KIB,
  MOST_OPERATIONS,
  oneResourceType,
  oneSchema,
  serviceProviderConfig,
} from '../discovery/discovery.js';
import { wholeList } from '../protocol/list-response.js';
import { SCIM_BASE } from '../protocol/scim-controller.js';
import { USER } from '../schema/urns.js';
import { answerOf, callOf, type PathItem } from './calls.js';
import { BOTH_SEARCH, BULK, bulkAnswer, USER_EXAMPLES } from './examples.js';
import { idInPath } from './parameters.js';
import { REFUSED_SEARCHES, resourceCalls } from './resource-calls.js';

/** The calls about several types of resources. */
function manyCalls(base: string): Record<string, PathItem> {
  const { resource } = USER_EXAMPLES.answered(base);
  return {
    '.search': {
      post: callOf({
        operationId: 'searchAll',
        tags: ['Search'],
        summary: 'Search people and groups together',
        description: 'People come first, then groups.',
        body: { schema: 'SearchRequest', example: BOTH_SEARCH },
        answers: { 200: answerOf('A page', 'ListOfResources', wholeList([resource])) },
        refusals: REFUSED_SEARCHES,
      }),
    },
    Bulk: {
      post: callOf({
        operationId: 'bulk',
        tags: ['Bulk'],
        summary: 'Do many operations',
        description:
          `At most ${MOST_OPERATIONS} operations; each of them is all or nothing. What refers to a bulkId is done ` +
          'after what creates it.',
        body: { schema: 'BulkRequest', example: BULK, limitKiB: LARGEST_BODY_KIB },
        answers: { 200: answerOf('What became of each operation', 'BulkResponse', bulkAnswer(base)) },
        refusals: [new TooManyOperations(MOST_OPERATIONS)],
      }),
    },
  };
}

/** What a call says about itself. */
type Words = Pick<Parameters<typeof callOf>[0], 'operationId' | 'summary' | 'description'>;

function discoveryCall(words: Words, answer: object, refusal: Refusal, id?: object): PathItem {
  const parameters = id === undefined ? {} : { parameters: [id] };
  const call = {
    ...words,
    tags: ['Discovery'],
    ...parameters,
    answers: { 200: answer },
    refusals: [refusal],
  };
  return { get: callOf(call) };
}

function discoveryCalls(base: string): Record<string, PathItem> {
  const filtered = new FilterNotAllowed();
  const config = answerOf('Its features and limits', 'ServiceProviderConfig', serviceProviderConfig(base));
  return {
    '': discoveryCall(
      {
        operationId: 'testConnection',
        summary: 'Test a connection',
        description: 'The same answer as that of /ServiceProviderConfig.',
      },
      config,
      filtered,
    ),
    ServiceProviderConfig: discoveryCall(
      {
        operationId: 'getServiceProviderConfig',
        summary: 'What the service can do',
        description:
          'The features of the protocol that it has, their limits, and how a caller authenticates.',
      },
      config,
      filtered,
    ),
    ResourceTypes: discoveryCall(
      {
        operationId: 'listResourceTypes',
        summary: 'The types of resources',
        description: 'People and groups, each with its address, its schema and the extensions of it.',
      },
      answerOf('All of them', 'ListOfResourceTypes', wholeList(allResourceTypes(base))),
      filtered,
    ),
    'ResourceTypes/{id}': discoveryCall(
      {
        operationId: 'getResourceType',
        summary: 'One type of resources',
        description: 'The entry of the list of resource types with this name.',
      },
      answerOf('The resource type', 'ResourceType', oneResourceType(base, 'User') ?? {}),
      new ResourceNotFound('resource type', 'Device'),
      idInPath('User or Group', 'User'),
    ),
    Schemas: discoveryCall(
      {
        operationId: 'listSchemas',
        summary: 'The schemas of resources',
        description: 'Every attribute of people and groups, and what a provider may do with it.',
      },
      answerOf('All of them', 'ListOfSchemas', wholeList(allSchemas(base))),
      filtered,
    ),
    'Schemas/{id}': discoveryCall(
      {
        operationId: 'getSchema',
        summary: 'One schema',
        description: 'The entry of the list of schemas with this URN.',
      },
      answerOf('The schema', 'Schema', oneSchema(base, USER) ?? {}),
      new ResourceNotFound('schema', 'urn:no:such'),
      idInPath('Its URN', USER),
    ),
  };
}

/** Every call under `/scim/v2`. */
export function scimPaths(base: string): Record<string, PathItem> {
  const calls = { ...resourceCalls(base), ...manyCalls(base), ...discoveryCalls(base) };
  return Object.fromEntries(
    Object.entries(calls).map(([path, item]) => [`/${[SCIM_BASE, path].filter(Boolean).join('/')}`, item]),
  );
}
