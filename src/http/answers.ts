/** Something that was done, but that the caller should look at. */
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
