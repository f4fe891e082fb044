import type { RequestHandler } from 'express';

/** A handler that is called without the router when this is the address of a request. */
export interface PlainRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: RequestHandler;
}

/** What the router has for middleware, and for each route; Express's types leave most of it out. */
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

/** Middleware that a module configures is a route, or is called `handler`, whatever its class. */
function describe({ name, rawPath, route }: Layer): string {
  return `the ${route === undefined ? `middleware "${name}"` : 'middleware or route'} at "${String(rawPath)}"`;
}

/**
 * What a request at the address of this route would meet in the router before its handler.
 * @param stack the layers of the router, without those that do nothing
 * @throws when Express keeps something else in its router than we know
 */
export function bypassedBy({ method, path, handler }: PlainRoute, stack: readonly object[]): string[] {
  const bypassed: string[] = [];
  for (const layer of stack) {
    if (!isLayer(layer)) throw new Error('The router of Express is not made of the layers that we know');
    if (leadsTo(layer, handler)) break;
    if (answers(layer, method) && layer.match(path) !== false) bypassed.push(describe(layer));
  }
  return bypassed;
}
