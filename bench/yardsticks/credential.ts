/** The credential of the handwritten service, as long as the service's own. */
export const HANDWRITTEN_KEY = `ik_${'0123456789'.repeat(3).slice(0, 26)}`;
export const HANDWRITTEN_SECRET = `is_${'handwritten'.repeat(4).slice(0, 43)}`;

/** The bearer token of the SCIMMY server, as long as a key and its secret. */
export const SCIMMY_TOKEN = `${HANDWRITTEN_KEY}.${HANDWRITTEN_SECRET}`;
