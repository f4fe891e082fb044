import type { RequestHandler } from 'express';

/** A handler that requests at this address reach without the router. */
export interface PlainRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: RequestHandler;
}

/** A layer of Express's router: middleware or a route. Its types leave out most fields. */
interface Layer {
  readonly name: string;
  readonly rawPath: unknown;
  readonly match: (path: string) => unknown;
  readonly route?: {
    readonly methods: Readonly<Record<string, boolean | undefined>>;
    readonly stack: readonly { readonly handle: unknown }[];
  };
}

function isLayer(layer: object): layer is Layer {
  if (!('name' in layer && 'rawPath' in layer && 'match' in layer)) return false;
  if (typeof layer.name !== 'string' || typeof layer.match !== 'function') return false;
  if (!('route' in layer) || layer.route === undefined) return true;
  const { route } = layer;
  return typeof route === 'object' && route !== null && 'methods' in route && 'stack' in route;
}

function leadsTo({ route }: Layer, handler: RequestHandler): boolean {
  return route?.stack.some(({ handle }) => handle === handler) === true;
}

function answers({ route }: Layer, method: string): boolean {
  return (
    route === undefined || route.methods['_all'] === true || route.methods[method.toLowerCase()] === true
  );
}

/** Nest registers the middleware of a module as a route, or under the name `handler`. */
function describe({ name, rawPath, route }: Layer): string {
  return `the ${route === undefined ? `middleware "${name}"` : 'middleware or route'} at "${String(rawPath)}"`;
}

/**
 * The layers that a request at the address of this route would pass in the router before its handler.
 * @param stack the layers of the router, without those that do nothing
 * @throws {Error} when the layers of Express do not have the known fields
 */
export function bypassedBy({ method, path, handler }: PlainRoute, stack: readonly object[]): string[] {
  const bypassed: string[] = [];
  for (const layer of stack) {
    if (!isLayer(layer)) throw new Error('The layers of the router of Express do not have the known fields');
    if (leadsTo(layer, handler)) break;
    if (answers(layer, method) && layer.match(path) !== false) bypassed.push(describe(layer));
  }
  return bypassed;
}
