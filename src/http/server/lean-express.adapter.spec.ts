import type { AddressInfo } from 'node:net';

import {
  Controller,
  Get,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  Param,
  Post,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';

import { StartupProblem } from '../../errors/startup-problem.js';
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

  @Post()
  add(): object {
    return {};
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

let adapter: LeanExpressAdapter;
let app: NestExpressApplication;
/** The requests that passed the middleware. */
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
  return NestFactory.create(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
}

/** The message with which the start fails; undefined when it succeeds. */
async function startFails(): Promise<string | undefined> {
  try {
    await app.listen(0, '127.0.0.1');
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(StartupProblem);
    return (error as StartupProblem).message;
  }
}

async function get(path: string): Promise<unknown> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).json();
}

beforeEach(() => {
  met = [];
  adapter = new LeanExpressAdapter();
});

afterEach(async () => {
  await app.close();
});

describe('the start fails with a sentence when a call would bypass', () => {
  it('middleware of the application', async () => {
    app = await create(ThingsModule);
    app.use(watch);
    expect(await startFails()).toMatch(
      /^GET \/api\/things\/count would bypass the middleware "watch" at "\/"/,
    );
  });

  it('middleware at a part of its path', async () => {
    app = await create(ThingsModule);
    app.use('/api', watch);
    expect(await startFails()).toMatch(
      /^GET \/api\/things\/count would bypass the middleware "watch" at "\/api"/,
    );
  });

  it('middleware that a module configures for all routes', async () => {
    app = await create(moduleWith((consumer) => consumer.apply(watch).forRoutes('*path')));
    expect(await startFails()).toMatch(
      /^GET \/api\/things\/count would bypass the middleware ".*" at "\/\*path"/,
    );
  });

  it('middleware that a module configures for its controller', async () => {
    app = await create(moduleWith((consumer) => consumer.apply(watch).forRoutes(Things)));
    expect(await startFails()).toMatch(/^GET \/api\/things\/count would bypass the middleware or route at/);
  });

  it('a hook that Nest calls for each request', async () => {
    app = await create(ThingsModule);
    adapter.setOnRequestHook((_request, _response, done) => {
      done();
    });
    expect(await startFails()).toMatch(/^GET \/api\/things\/count would bypass the middleware/);
  });

  it('a route with a parameter that Express would take first', async () => {
    app = await create(ThingsModule);
    adapter.getInstance<Express>().get('/api/things/:id', watch);
    expect(await startFails()).toMatch(
      /^GET \/api\/things\/count would bypass the middleware or route at "\/api\/things\/:id"/,
    );
  });
});

describe('the service starts', () => {
  it('without middleware', async () => {
    app = await create(ThingsModule);
    expect([await startFails(), await get('/api/things/count')]).toEqual([undefined, { count: 1 }]);
  });

  it('with middleware that only calls through the router meet', async () => {
    app = await create(moduleWith((consumer) => consumer.apply(watch).forRoutes('api/things/:id/parts')));
    app.use('/docs', watch);
    app.use(/^(?!\/api)/, watch);
    expect(await startFails()).toBeUndefined();
    expect(await get('/api/things/count')).toEqual({ count: 1 });
    await get('/docs');
    expect(met).toEqual(['GET /docs', 'GET /docs']);
  });
});
