import { MissingClient, UnsupportedGrant } from '../../errors/oauth.errors.js';
import type { Refusal } from '../../errors/refusal.js';
import {
  PayloadTooLarge,
  RateLimited,
  ServiceUnavailable,
  UnsupportedMediaType,
} from '../../errors/request.errors.js';
import { InsufficientScope, InvalidCredentials } from '../../errors/tenancy.errors.js';
import { FORM_TYPE, JSON_TYPE } from '../../http/server/json-body.guard.js';
import { TOKEN_SECONDS } from '../../tenancy/access/access-tokens.js';
import { oauthErrorOf } from '../oauth/oauth-error.js';
import { LARGEST_FORM_KIB } from '../oauth/oauth.controller.js';
import { failures, type PathItem } from './calls.js';
import { refTo } from './schemas.js';

const EXAMPLE_KEY = `ik_${'0'.repeat(26)}`;

const REFUSALS = [
  new UnsupportedGrant(),
  new MissingClient(),
  new InvalidCredentials(),
  new InsufficientScope('scim'),
  new PayloadTooLarge(LARGEST_FORM_KIB),
  new UnsupportedMediaType(FORM_TYPE, { type: 'text/plain' }),
  new RateLimited(17),
  new ServiceUnavailable(),
];

const ERRORS = {
  media: JSON_TYPE,
  schema: 'TokenError',
  nameOf: ({ code }: Refusal) => code,
  bodyOf: oauthErrorOf,
};
const REQUEST = {
  grant_type: 'client_credentials',
  client_id: EXAMPLE_KEY,
  client_secret: `is_${'0'.repeat(43)}`,
};
const TOKEN = {
  access_token: `${EXAMPLE_KEY}.ot_tjzm80_${'0'.repeat(43)}`,
  token_type: 'Bearer',
  expires_in: TOKEN_SECONDS,
};

/** The call that gives access tokens. */
export const TOKEN_CALL: PathItem = {
  post: {
    operationId: 'getToken',
    tags: ['Tokens'],
    summary: 'Get an access token',
    description:
      'OAuth 2 client credentials (RFC 6749, 4.4), with the API key and its secret by Basic or in the body. ' +
      'The token ends with its key within 5 seconds.',
    security: [{ client: [] }, {}],
    requestBody: {
      required: true,
      content: { [FORM_TYPE]: { schema: refTo('TokenRequest'), example: REQUEST } },
    },
    responses: {
      200: {
        description: 'A token of an hour',
        content: { [JSON_TYPE]: { schema: refTo('Token'), example: TOKEN } },
      },
      ...failures(REFUSALS, ERRORS),
    },
  },
};
