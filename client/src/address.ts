const BASES = /\/api\/v1\/(?:integration|workflow|sandbox)$/;
/** Parts of a path that `fetch` takes away, or that would make it that of another call. */
const NO_PARTS = new Set(['', '.', '..']);

/**
 * The address of the service, with or without the path of one of its APIs.
 * @throws {TypeError} when it is none
 */
export function baseOf(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`${text} must begin with http:// or https://`);
  return url.origin + url.pathname.replace(/\/+$/, '').replace(BASES, '');
}

/** @throws {TypeError} for a value that would make it the path of another call */
export function fill(url: string, path: unknown): string {
  const values = (path ?? {}) as Readonly<Record<string, string | number>>;
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name]);
    if (NO_PARTS.has(text)) throw new TypeError(`"${text}" cannot be the ${name} of a call.`);
    return encodeURIComponent(text);
  });
}

/** With its question mark; what is undefined is left out. */
export function queryText(query: unknown): string {
  const pairs = Object.entries(
    (query ?? {}) as Readonly<Record<string, string | number | boolean | undefined>>,
  );
  const given = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
