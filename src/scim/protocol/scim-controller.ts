import { applyDecorators, Controller, Header, type Type, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

import type { PublicUrl } from '../../config/public-url.js';
import { JsonBody, LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { RequireScope } from '../../tenancy/access/access.decorators.js';
import { SCIM_ANSWER, scimBodies } from './media-type.js';
import { ScimErrors } from './scim-errors.filter.js';

export const SCIM_BASE = 'scim/v2';

/** The address of the interface, as callers reach it. */
export function scimAddress({ value }: PublicUrl): string {
  return `${value}/${SCIM_BASE}`;
}

interface ControllerRules {
  /** What answers errors, where they are counted as well. */
  readonly errors?: Type<ScimErrors>;
  /** The largest body. */
  readonly limitKiB?: number;
}

/**
 * A controller of calls for identity providers. They are described in a document of their own, `/docs/scim.json`.
 * @param path below `/scim/v2`
 */
export function ScimController(path = '', rules: ControllerRules = {}): ClassDecorator {
  const { errors = ScimErrors, limitKiB = LIMIT_KIB } = rules;
  return applyDecorators(
    Controller([SCIM_BASE, path].filter(Boolean).join('/')),
    RequireScope('scim'),
    UseFilters(errors),
    JsonBody({ accepted: scimBodies(limitKiB) }),
    ApiExcludeController(),
  );
}

/** The media type of an answer with a body. */
export const ScimAnswer = (): MethodDecorator => Header('Content-Type', SCIM_ANSWER);
