import type { Refusal } from '../../errors/refusal.js';
import {
  InvalidFilter,
  InvalidPath,
  InvalidSyntax,
  NotMutable,
  NotTakenOver,
  NotUnique,
  ReadOnlyPerson,
  ResourceNotFound,
  TooMany,
  VersionDiffers,
} from '../../errors/scim.errors.js';
import { LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import { GROUP_SORTS } from '../groups/groups-list.service.js';
import { SORTS } from '../listing/list-request.js';
import { wholeList } from '../protocol/list-response.js';
import { answerOf, callOf, type PathItem, resourceAnswer } from './calls.js';
import { GROUP_EXAMPLES, USER_EXAMPLES } from './examples.js';
import { idInPath, IF_MATCH, IF_NONE_MATCH, pageParameters, PROJECTION } from './parameters.js';

const READ_ONLY = new ReadOnlyPerson('application_admin');

/** What the calls of one type of resources differ in. */
const PEOPLE = {
  name: 'User',
  plural: 'people',
  examples: USER_EXAMPLES,
  id: 'The ID of the person: 950 or 951 and more digits',
  sorts: SORTS,
  limitKiB: LIMIT_KIB,
  missing: new ResourceNotFound('person', USER_EXAMPLES.id),
  taken: new NotUnique(`The person exists already, with the id ${USER_EXAMPLES.id}`),
  refusedCreations: [READ_ONLY],
  refusedChanges: [READ_ONLY, new NotTakenOver(USER_EXAMPLES.id)],
  list: 'Inactive people are listed too. Indexed attributes are found among any number of people.',
  read: 'A person whom this connection sees; inactive people too.',
  create:
    'Creates a person, adopts a stored one who came from another source, or takes one back who has left. A person ' +
    'is found by employeeNumber, else by the address.',
  replace: 'Replaces what this connection has sent; what others own stays. Without active the status stays.',
  patch: 'All or nothing. A held de-provisioning answers 200 with active true.',
  answersPatch: {},
  remove:
    'De-provisions the person and lets the connection forget them. A setting of the tenant keeps people active ' +
    'whom another connection wants active.',
};

const EMPTY = { 204: { description: 'Without a body' } };

const GROUPS = {
  name: 'Group',
  plural: 'groups',
  examples: GROUP_EXAMPLES,
  id: 'The ID of the group',
  sorts: GROUP_SORTS,
  limitKiB: LARGEST_BODY_KIB,
  missing: new ResourceNotFound('group', GROUP_EXAMPLES.id),
  taken: new NotUnique('A group has this displayName'),
  refusedCreations: [],
  refusedChanges: [],
  list: 'The groups of this connection.',
  read: 'A group of this connection, with its members.',
  create: 'The members must be people whom the tenant has. A group carries no privilege.',
  replace: 'Replaces the group and its members.',
  patch: 'All or nothing. 204, or 200 with the group when attributes are asked for.',
  answersPatch: EMPTY,
  remove: 'Removes the group; its members stay.',
};

type Described = typeof PEOPLE | typeof GROUPS;

export const REFUSED_SEARCHES: readonly Refusal[] = [
  new InvalidFilter('a text in it has no end'),
  new TooMany(10_000),
];
const REFUSED_PROJECTION = new InvalidPath('a..b is no attribute');
const REFUSED_PATCHES = [
  new InvalidSyntax('op must be one of add, replace, remove'),
  new NotMutable('groups'),
];

function callsOf(base: string, described: Described): Record<string, PathItem> {
  const { name, plural, examples, limitKiB, missing, taken, refusedChanges } = described;
  const word = name.toLowerCase();
  const path = `${name}s`;
  const tags = [path];
  const example = examples.answered(base).resource;
  const resource = resourceAnswer(name, example);
  const page = answerOf('A page', `ListOf${name}s`, wholeList([example]));
  const body = { schema: `${name}ToWrite`, example: examples.sent, limitKiB };
  const refused = [missing, new VersionDiffers(), ...refusedChanges];
  return {
    [path]: {
      get: callOf({
        operationId: `list${path}`,
        tags,
        summary: `Search ${plural}`,
        description: described.list,
        parameters: pageParameters(described.sorts),
        answers: { 200: page },
        refusals: [...REFUSED_SEARCHES, REFUSED_PROJECTION],
      }),
      post: callOf({
        operationId: `create${name}`,
        tags,
        summary: `Create a ${word}`,
        description: described.create,
        parameters: PROJECTION,
        body,
        answers: { 201: resource },
        refusals: [taken, ...described.refusedCreations],
      }),
    },
    [`${path}/.search`]: {
      post: callOf({
        operationId: `search${path}`,
        tags,
        summary: `Search ${plural} by a body`,
        description: 'As GET, for filters that shall be in no log of addresses.',
        body: { schema: 'SearchRequest', example: examples.search },
        answers: { 200: page },
        refusals: REFUSED_SEARCHES,
      }),
    },
    [`${path}/{id}`]: {
      parameters: [idInPath(described.id, examples.id)],
      get: callOf({
        operationId: `get${name}`,
        tags,
        summary: `Read a ${word}`,
        description: described.read,
        parameters: [...PROJECTION, IF_NONE_MATCH],
        answers: { 200: resource, 304: { description: 'The version still holds' } },
        refusals: [missing, REFUSED_PROJECTION],
      }),
      put: callOf({
        operationId: `replace${name}`,
        tags,
        summary: `Replace a ${word}`,
        description: described.replace,
        parameters: [...PROJECTION, IF_MATCH],
        body,
        answers: { 200: resource },
        refusals: [...refused, taken],
      }),
      patch: callOf({
        operationId: `patch${name}`,
        tags,
        summary: `Change a ${word}`,
        description: described.patch,
        parameters: [...PROJECTION, IF_MATCH],
        body: { schema: 'PatchOp', example: examples.patch, limitKiB },
        answers: { 200: resource, ...described.answersPatch },
        refusals: [...REFUSED_PATCHES, ...refused, taken],
      }),
      delete: callOf({
        operationId: `delete${name}`,
        tags,
        summary: `Delete a ${word}`,
        description: described.remove,
        parameters: [IF_MATCH],
        answers: EMPTY,
        refusals: refused,
      }),
    },
  };
}

/** The calls of people and groups. */
export function resourceCalls(base: string): Record<string, PathItem> {
  return { ...callsOf(base, PEOPLE), ...callsOf(base, GROUPS) };
}
