import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A route with its handler. */
export interface Route {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
  readonly handler: object;
  readonly controller: object;
}

function pathsOf(target: object): string[] {
  const value = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return (Array.isArray(value) ? value : [value ?? '']).map((path) => path.replace(/^\/|\/$/g, ''));
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`, 'i');
}

/** Every route of the application, read from the decorators of the controllers. */
@Injectable()
export class RouteTable {
  private table: readonly (Route & { readonly pattern: RegExp })[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  list(): readonly Route[] {
    return this.routes();
  }

  /** The methods that this path answers; empty for an unknown path. */
  methodsAt(path: string): string[] {
    const methods = this.routes()
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
  }

  private routes(): readonly (Route & { readonly pattern: RegExp })[] {
    this.table ??= this.discovery.getControllers().flatMap((wrapper) => {
      const instance: unknown = wrapper.instance;
      return typeof wrapper.metatype === 'function' && instance instanceof Object
        ? this.routesOf(instance, wrapper.metatype)
        : [];
    });
    return this.table;
  }

  private routesOf(instance: object, controller: object): (Route & { readonly pattern: RegExp })[] {
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const method =
        handler === undefined
          ? undefined
          : (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (handler === undefined || method === undefined || method === RequestMethod.ALL) return [];
      return pathsOf(controller).flatMap((base) =>
        pathsOf(handler).map((own) => {
          const path = `/${[base, own].filter(Boolean).join('/')}`;
          return { method: RequestMethod[method], path, handler, controller, pattern: patternOf(path) };
        }),
      );
    });
  }
}
