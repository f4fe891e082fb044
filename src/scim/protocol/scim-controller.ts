import { applyDecorators, Controller, Header, type Type, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

import { JsonBody, LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { RequireScope } from '../../tenancy/access.decorators.js';
import { SCIM_ANSWER, scimBodies } from './media-type.js';
import { ScimErrors } from './scim-errors.filter.js';

export const SCIM_BASE = 'scim/v2';

/**
 * A controller of calls for identity providers. They are described in a document of their own, `/docs/scim.json`.
 * @param path below `/scim/v2`
 * @param errors what answers errors, where they are counted as well
 */
export function ScimController(path = '', errors: Type<ScimErrors> = ScimErrors): ClassDecorator {
  return applyDecorators(
    Controller([SCIM_BASE, path].filter(Boolean).join('/')),
    RequireScope('scim'),
    UseFilters(errors),
    JsonBody({ accepted: scimBodies(LIMIT_KIB) }),
    ApiExcludeController(),
  );
}

/** The media type of an answer with a body. */
export const ScimAnswer = (): MethodDecorator => Header('Content-Type', SCIM_ANSWER);
