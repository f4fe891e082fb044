import type { AddressInfo } from 'node:net';

import { Controller, Get, type MiddlewareConsumer, Module, type NestModule, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';

import { LeanExpressAdapter } from './lean-express.adapter.js';

@Controller('api/things')
class Things {
  @Get('count')
  count(): object {
    return { count: 1 };
  }

  @Get(':id')
  one(@Param('id') id: string): object {
    return { id };
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

let app: NestExpressApplication;
/** What the middleware saw. */
let met: string[];

function watch(request: Request, _: Response, next: NextFunction): void {
  met.push(`${request.method} ${request.originalUrl}`);
  next();
}

/** Things, with a middleware that their module configures. */
function moduleWith(configure: (consumer: MiddlewareConsumer) => void): new () => NestModule {
  @Module({ imports: [ThingsModule] })
  class Watched implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      configure(consumer);
    }
  }
  return Watched;
}

async function create(module: new () => object): Promise<NestExpressApplication> {
  return NestFactory.create(module, new LeanExpressAdapter(), {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
}

async function get(path: string): Promise<unknown> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).json();
}

beforeEach(() => {
  met = [];
});

afterEach(async () => {
  await app.close();
});

describe('a call without a parameter in its address meets', () => {
  it.each([
    ['of the application', ThingsModule, [watch]],
    ['of the application at a part of its path', ThingsModule, ['/api', watch]],
    [
      'that a module configures for all routes',
      moduleWith((them) => them.apply(watch).forRoutes('*path')),
      [],
    ],
    [
      'that a module configures for its controller',
      moduleWith((them) => them.apply(watch).forRoutes(Things)),
      [],
    ],
  ] as const)('middleware %s', async (_, module, used) => {
    app = await create(module);
    if (used.length > 0) app.use(...used);
    await app.listen(0, '127.0.0.1');
    expect(await get('/api/things/count')).toEqual({ count: 1 });
    expect(met).toEqual(['GET /api/things/count']);
  });
});
