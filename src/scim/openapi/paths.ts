import { LIMIT_KIB } from '../../http/server/json-body.guard.js';
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
import { BULK_RESPONSE, USER } from '../schema/urns.js';
import { answerOf, answersWith, REFUSED } from './answers.js';
import { answeredGroup, answeredUser, BOTH_SEARCH, BULK, pageOf } from './examples.js';
import { inPath, type PathItem } from './parameters.js';
import { requestOf } from './request-bodies.js';
import { GROUPS, listCalls, PEOPLE, resourceCalls } from './resource-calls.js';

function manyCalls(base: string): Record<string, PathItem> {
  const [user, group] = [answeredUser(base), answeredGroup(base)];
  const done = [
    { method: 'POST', bulkId: 'ann', ...placeOf(user), status: '201' },
    { method: 'POST', bulkId: 'tutors', ...placeOf(group), status: '201' },
  ];
  return {
    '.search': {
      post: {
        tags: ['Search'],
        summary: 'Search people and groups together',
        description: 'People come first, then groups.',
        requestBody: requestOf('SearchRequest', BOTH_SEARCH, LIMIT_KIB),
        responses: answersWith(
          { 200: answerOf('A page', 'ListOfResources', pageOf(user)) },
          ...[REFUSED.search, REFUSED.body, REFUSED.type, REFUSED.large(LIMIT_KIB)],
        ),
      },
    },
    Bulk: {
      post: {
        tags: ['Bulk'],
        summary: 'Do many operations',
        description:
          `At most ${MOST_OPERATIONS} operations; each of them is all or nothing. What refers to a bulkId is done ` +
          'after what creates it.',
        requestBody: requestOf('BulkRequest', BULK, LARGEST_BODY_KIB),
        responses: answersWith(
          {
            200: answerOf('What became of each operation', 'BulkResponse', {
              schemas: [BULK_RESPONSE],
              Operations: done,
            }),
          },
          ...[REFUSED.body, REFUSED.type, REFUSED.large(LARGEST_BODY_KIB)],
          REFUSED.operations(MOST_OPERATIONS),
        ),
      },
    },
  };
}

function placeOf(resource: Readonly<Record<string, unknown>>): object {
  const { location, version } = resource['meta'] as Record<string, string>;
  return { location, version };
}

function discoveryCall(summary: string, answer: object, more: object = {}): PathItem {
  return {
    get: {
      tags: ['Discovery'],
      summary,
      responses: answersWith({ 200: answer }, REFUSED.filtered),
      ...more,
    },
  };
}

function discoveryCalls(base: string): Record<string, PathItem> {
  const type = answerOf('The resource type', 'ResourceType', oneResourceType(base, 'User') ?? {});
  const config = answerOf('Its features and limits', 'ServiceProviderConfig', serviceProviderConfig(base));
  const schema = answerOf('The schema', 'Schema', oneSchema(base, USER) ?? {});
  return {
    '': discoveryCall('The same as /ServiceProviderConfig, to test a connection', config),
    ServiceProviderConfig: discoveryCall('What the service can do', config),
    ResourceTypes: discoveryCall(
      'The types of resources',
      answerOf('All of them', 'ListOfResourceTypes', wholeList(allResourceTypes(base))),
    ),
    'ResourceTypes/{id}': discoveryCall('One type of resources', type, {
      parameters: [inPath('id', 'User or Group', 'User')],
      responses: answersWith({ 200: type }, REFUSED.missingType),
    }),
    Schemas: discoveryCall(
      'The schemas of resources',
      answerOf('All of them', 'ListOfSchemas', wholeList(allSchemas(base))),
    ),
    'Schemas/{id}': discoveryCall('One schema', schema, {
      parameters: [inPath('id', 'Its URN', USER)],
      responses: answersWith({ 200: schema }, REFUSED.missingSchema),
    }),
  };
}

/** Every call under `/scim/v2`. */
export function scimPaths(base: string): Record<string, PathItem> {
  const calls = {
    ...listCalls(base, PEOPLE),
    'Users/{id}': resourceCalls(base, PEOPLE),
    ...listCalls(base, GROUPS),
    'Groups/{id}': resourceCalls(base, GROUPS),
    ...manyCalls(base),
    ...discoveryCalls(base),
  };
  return Object.fromEntries(
    Object.entries(calls).map(([path, item]) => [`/${[SCIM_BASE, path].filter(Boolean).join('/')}`, item]),
  );
}
