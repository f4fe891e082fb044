import { LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import { GROUP_SORTS } from '../groups/groups-list.service.js';
import { SORTS } from '../listing/list-request.js';
import { answerOf, answersWith, REFUSED } from './answers.js';
import {
  answeredGroup,
  answeredUser,
  GROUP_PATCH,
  GROUP_SEARCH,
  pageOf,
  SENT_GROUP,
  SENT_USER,
  USER_PATCH,
  USER_SEARCH,
} from './examples.js';
import { IF_MATCH, IF_NONE_MATCH, inPath, pageParameters, type PathItem, PROJECTION } from './parameters.js';
import { requestOf } from './request-bodies.js';

/** What the calls of one type of resources differ in. */
interface Resource {
  readonly name: 'User' | 'Group';
  readonly plural: string;
  readonly path: 'Users' | 'Groups';
  readonly id: object;
  readonly sorts: readonly string[];
  readonly limitKiB: number;
  readonly missing: typeof REFUSED.missingPerson;
  readonly taken: typeof REFUSED.taken;
  /** What refuses a POST, and what a write of a resource that is there. */
  readonly guarded: typeof REFUSED.administrator | readonly [];
  readonly readOnly: typeof REFUSED.readOnly | readonly [];
  readonly sent: object;
  readonly patch: object;
  readonly search: object;
  readonly notes: Readonly<Record<'create' | 'replace' | 'patch' | 'delete' | 'list', string>>;
  readonly answered: (base: string) => object;
}

export const PEOPLE: Resource = {
  name: 'User',
  plural: 'people',
  path: 'Users',
  id: inPath('id', 'The ID of the person: 950 or 951 and more digits', '950000001'),
  sorts: SORTS,
  limitKiB: LIMIT_KIB,
  missing: REFUSED.missingPerson,
  taken: REFUSED.taken,
  guarded: REFUSED.administrator,
  readOnly: REFUSED.readOnly,
  sent: SENT_USER,
  patch: USER_PATCH,
  search: USER_SEARCH,
  notes: {
    create:
      'Creates a person, adopts a stored one who came from another source, or takes one back who has left. A person ' +
      'is found by employeeNumber, else by the address.',
    replace:
      'Replaces what this connection has sent; what others own stays. Without active the status stays.',
    patch: 'All or nothing. A held de-provisioning answers 200 with active true.',
    delete:
      'De-provisions the person and lets the connection forget them. A setting of the tenant keeps people active ' +
      'whom another connection holds active.',
    list: 'Inactive people are listed too. Indexed attributes are found among any number of people.',
  },
  answered: answeredUser,
};

export const GROUPS: Resource = {
  name: 'Group',
  plural: 'groups',
  path: 'Groups',
  id: inPath('id', 'The ID of the group', 'gr_0123456789abcdef0123456789'),
  sorts: GROUP_SORTS,
  limitKiB: LARGEST_BODY_KIB,
  missing: REFUSED.missingGroup,
  taken: REFUSED.takenGroup,
  guarded: [],
  readOnly: [],
  sent: SENT_GROUP,
  patch: GROUP_PATCH,
  search: GROUP_SEARCH,
  notes: {
    create: 'The members must be people whom the tenant has. A group carries no privilege.',
    replace: 'Replaces the group and its members.',
    patch: 'All or nothing. 204, or 200 with the group when attributes are asked for.',
    delete: 'Removes the group; its members stay.',
    list: 'The groups of this connection.',
  },
  answered: answeredGroup,
};

const TAGS = { User: 'Users', Group: 'Groups' } as const;

export function listCalls(base: string, resource: Resource): Record<string, PathItem> {
  const { name, plural, path, sorts, answered, search, notes } = resource;
  const page = answerOf('A page', `ListOf${name}s`, pageOf(answered(base)));
  const tags = [TAGS[name]];
  return {
    [path]: {
      get: {
        tags,
        summary: `Search ${plural}`,
        description: notes.list,
        parameters: pageParameters(sorts),
        responses: answersWith({ 200: page }, REFUSED.search, REFUSED.projection),
      },
      post: {
        tags,
        summary: `Create a ${name.toLowerCase()}`,
        description: notes.create,
        parameters: PROJECTION,
        requestBody: requestOf(`${name}ToWrite`, resource.sent, resource.limitKiB),
        responses: answersWith(
          { 201: answerOf('The resource', name, answered(base), { isVersioned: true }) },
          ...[REFUSED.body, REFUSED.type, REFUSED.large(resource.limitKiB)],
          ...[resource.taken, resource.guarded],
        ),
      },
    },
    [`${path}/.search`]: {
      post: {
        tags,
        summary: `Search ${plural} by a body`,
        description: 'As GET, for filters that shall be in no log of addresses.',
        requestBody: requestOf('SearchRequest', search, LIMIT_KIB),
        responses: answersWith(
          { 200: page },
          ...[REFUSED.search, REFUSED.body, REFUSED.type, REFUSED.large(LIMIT_KIB)],
        ),
      },
    },
  };
}

export function resourceCalls(base: string, resource: Resource): PathItem {
  const { name, answered, limitKiB, missing, taken, readOnly, notes, sent, patch } = resource;
  const tags = [TAGS[name]];
  const word = name.toLowerCase();
  const found = answerOf('The resource', name, answered(base), { isVersioned: true });
  const onBody = [REFUSED.body, REFUSED.type, REFUSED.large(limitKiB)];
  const refusedWrites = [missing, REFUSED.version, readOnly];
  const empty = { 204: { description: 'Without a body' } };
  return {
    parameters: [resource.id],
    get: {
      tags,
      summary: `Read a ${word}`,
      parameters: [...PROJECTION, IF_NONE_MATCH],
      responses: answersWith(
        { 200: found, 304: { description: 'The version still holds' } },
        missing,
        REFUSED.projection,
      ),
    },
    put: {
      tags,
      summary: `Replace a ${word}`,
      description: notes.replace,
      parameters: [...PROJECTION, IF_MATCH],
      requestBody: requestOf(`${name}ToWrite`, sent, limitKiB),
      responses: answersWith({ 200: found }, ...onBody, ...refusedWrites, taken),
    },
    patch: {
      tags,
      summary: `Change a ${word}`,
      description: notes.patch,
      parameters: [...PROJECTION, IF_MATCH],
      requestBody: requestOf('PatchOp', patch, limitKiB),
      responses: answersWith(
        { 200: found, ...(name === 'Group' ? empty : {}) },
        ...[...onBody, REFUSED.patch, ...refusedWrites, taken],
      ),
    },
    delete: {
      tags,
      summary: `Delete a ${word}`,
      description: notes.delete,
      parameters: [IF_MATCH],
      responses: answersWith(empty, ...refusedWrites),
    },
  };
}
