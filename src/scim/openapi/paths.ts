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

function discoveryCall(summary: string, answer: object, refusal: Refusal, id?: object): PathItem {
  const parameters = id === undefined ? {} : { parameters: [id] };
  const call = { tags: ['Discovery'], summary, ...parameters, answers: { 200: answer }, refusals: [refusal] };
  return { get: callOf(call) };
}

function discoveryCalls(base: string): Record<string, PathItem> {
  const filtered = new FilterNotAllowed();
  const config = answerOf('Its features and limits', 'ServiceProviderConfig', serviceProviderConfig(base));
  return {
    '': discoveryCall('The same as /ServiceProviderConfig, to test a connection', config, filtered),
    ServiceProviderConfig: discoveryCall('What the service can do', config, filtered),
    ResourceTypes: discoveryCall(
      'The types of resources',
      answerOf('All of them', 'ListOfResourceTypes', wholeList(allResourceTypes(base))),
      filtered,
    ),
    'ResourceTypes/{id}': discoveryCall(
      'One type of resources',
      answerOf('The resource type', 'ResourceType', oneResourceType(base, 'User') ?? {}),
      new ResourceNotFound('resource type', 'Device'),
      idInPath('User or Group', 'User'),
    ),
    Schemas: discoveryCall(
      'The schemas of resources',
      answerOf('All of them', 'ListOfSchemas', wholeList(allSchemas(base))),
      filtered,
    ),
    'Schemas/{id}': discoveryCall(
      'One schema',
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
