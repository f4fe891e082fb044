import type { Refusal } from '../errors/refusal.js';
import { translationsOf } from '../texts/languages.js';

/** A part of a successful request that the caller should check. */
export interface Warning {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The contract's success shape. */
export interface Success<T> {
  readonly success: true;
  readonly message?: string;
  readonly data: T;
  readonly meta?: object;
  readonly warnings?: readonly Warning[];
}

/** Builds a success; `warnings` is left out when there are none. */
export function success<T>(
  data: T,
  extra: { message?: string; meta?: object; warnings?: readonly Warning[] } = {},
): Success<T> {
  const { warnings = [], ...rest } = extra;
  return { success: true, ...rest, data, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** The contract's failure shape. */
export interface Failure {
  readonly success: false;
  readonly message: string;
  readonly error: ReturnType<Refusal['toError']>;
  readonly requestId: string;
}

/** A failure as the administration pages get it: with what they show in other languages. */
export function translatedFailure(refusal: Refusal, requestId: string): object {
  const { error, ...rest } = failure(refusal, requestId);
  const details = refusal.details?.map((problem) => {
    const { field, code, message, rule = message } = problem;
    // The pages show it beside the field, without its name.
    return { field, code, message, translations: translationsOf([rule]) };
  });
  const translations = translationsOf([refusal.said]);
  return { ...rest, error: { ...error, translations, ...(details === undefined ? {} : { details }) } };
}

export function failure(refusal: Refusal, requestId: string): Failure {
  return { success: false, message: refusal.message, error: refusal.toError(), requestId };
}
