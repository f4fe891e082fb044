import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

import type { ErrorCode } from '../../errors/refusal.js';
import {
  ADMINISTRATION,
  ApiOperationWith,
  ApiStreamed,
  type OperationDocs,
  type StreamDocs,
} from './openapi.decorators.js';

/** The refusals that every call with a body has. */
export const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

/** The refusals of what a caller sends: those of a body, where the handler reads one, or of a query. */
function refusalsOfInput(controller: object, handler: string | symbol): readonly ErrorCode[] {
  const read = Object.keys(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, handler) as object,
  );
  const reads = (type: RouteParamtypes): boolean => read.some((key) => key.startsWith(`${type}:`));
  if (reads(RouteParamtypes.BODY)) return BODY_REFUSALS;
  return reads(RouteParamtypes.QUERY) ? ['VALIDATION_FAILED'] : [];
}

/** Documents a call of the administration pages; the refusals of its body and its query need not be named. */
export function ApiAdministration(docs: Omit<OperationDocs, 'tag'>): MethodDecorator {
  return (controller, handler, descriptor) => {
    const refusals = [...refusalsOfInput(controller, handler), ...(docs.refusals ?? [])];
    return ApiOperationWith({ ...docs, refusals, tag: ADMINISTRATION })(controller, handler, descriptor);
  };
}

/** The same for a call that answers in parts. */
export function ApiAdministrationStream(docs: Omit<StreamDocs, 'tag'>): MethodDecorator {
  return (controller, handler, descriptor) => {
    const refusals = [...refusalsOfInput(controller, handler), ...(docs.refusals ?? [])];
    return ApiStreamed({ ...docs, refusals, tag: ADMINISTRATION })(controller, handler, descriptor);
  };
}
