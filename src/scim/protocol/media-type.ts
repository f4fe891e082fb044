export const SCIM_JSON = 'application/scim+json';
/** What answers are sent as. */
export const SCIM_ANSWER = `${SCIM_JSON}; charset=utf-8`;
/** What bodies may be sent as: several providers know no other type than JSON. */
export const SCIM_BODIES = [SCIM_JSON, 'application/json'];
