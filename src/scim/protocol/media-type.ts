import { type AcceptedBodies, JSON_TYPE } from '../../http/server/json-body.guard.js';

export const SCIM_JSON = 'application/scim+json';
/** What answers are sent as. */
export const SCIM_ANSWER = `${SCIM_JSON}; charset=utf-8`;
/** What bodies may be sent as: several providers know no other type than JSON. */
export function scimBodies(limitKiB: number): AcceptedBodies {
  return new Map([
    [SCIM_JSON, limitKiB],
    [JSON_TYPE, limitKiB],
  ]);
}
