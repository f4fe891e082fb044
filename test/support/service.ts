import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';

import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { DataSource, type DataSourceOptions } from 'typeorm';

import { Background } from '../../src/background/background.js';
import type { WorkName } from '../../src/background/work.js';
import { createApplication } from '../../src/bootstrap.js';
import { type Config, readConfig } from '../../src/config/environment.js';
import { connectDatabase } from '../../src/database/connection/connect.js';
import type { AccessScope } from '../../src/http/access-scopes.js';
import { JsonLogger } from '../../src/logging/json-logger.js';
import type { SettingsChange } from '../../src/settings/settings.js';
import type { Scope } from '../../src/tenancy/scope.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { ApiClient } from './api-client.js';
import { keepPrinted, keepSecrets, printedFile } from './evidence.js';
import { until } from './until.js';

/** A tenant for one test, with a client per scope. */
export interface TestTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Calls /api/v1/integration/… */
  readonly sis: ApiClient;
  /** Calls /api/v1/workflow/… */
  readonly workflow: ApiClient;
}

/** An API key as the service gives it out. */
export interface IssuedKey {
  readonly apiKey?: unknown;
  readonly apiSecret?: unknown;
}

/** The headers with which a caller sends a key. */
export function keyHeaders({ apiKey, apiSecret }: IssuedKey): Record<string, string> {
  return { 'X-Service-API-Key': String(apiKey), 'X-Service-API-Secret': String(apiSecret) };
}

/** The clients of a credential at a service. */
export function clientsAt(baseUrl: string, key: IssuedKey): Pick<TestTenant, 'sis' | 'workflow'> {
  const headers = keyHeaders(key);
  return {
    sis: new ApiClient(`${baseUrl}/api/v1/integration`, headers),
    workflow: new ApiClient(`${baseUrl}/api/v1/workflow`, headers),
  };
}

export interface TenantOptions {
  readonly scopes?: readonly AccessScope[];
  readonly emailDomain?: string;
  readonly rateLimit?: number | null;
}

/**
 * Logs every level into a file, which is searched after the test run. Each line is written at once, because the end of
 * the process does not wait for the last ones.
 */
function evidenceLogger(): JsonLogger {
  return new JsonLogger('trace', pino.destination({ dest: printedFile('log'), sync: true }));
}

/** Login attempts can then come from addresses of their own. */
export const BEHIND_A_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
/** Node publishes each socket there that this process connects, such as those of the pool, which has no such hook. */
const CLIENT_SOCKETS = 'net.client.socket';

function doNotWaitFor(message: unknown): void {
  const socket: unknown = Reflect.get(Object(message), 'socket');
  if (socket instanceof Socket) socket.unref();
}

async function createListening(
  config: Config,
  database: DataSourceOptions,
  pages?: string,
): Promise<NestExpressApplication> {
  const app = await createApplication(config, database, pages);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** The real application on a free port, on this Jest worker's own database. */
export class TestService {
  private static shared: Promise<TestService> | undefined;

  /** What the shared application answers now, or will not: an answer behind another one of its connection. */
  private readonly underWay = new Set<IncomingMessage>();

  private readonly logger = evidenceLogger();

  private constructor(
    readonly app: NestExpressApplication,
    readonly baseUrl: string,
  ) {}

  /**
   * The application that all spec files of this Jest worker share, behind a proxy on this machine. It is never stopped:
   * nothing of it keeps the process alive, and {@link endFile} is called after each file. A file has an own one,
   * by `start`, when its subject is the start, the process or its end, or when it needs other settings.
   */
  static ofWorker(): Promise<TestService> {
    TestService.shared ??= TestService.startOfWorker();
    return TestService.shared;
  }

  /** The shared one, when a file of this worker has asked for it. */
  static startedOfWorker(): Promise<TestService> | undefined {
    return TestService.shared;
  }

  private static async startOfWorker(): Promise<TestService> {
    subscribe(CLIENT_SOCKETS, doNotWaitFor);
    const service = await TestService.start(BEHIND_A_PROXY);
    const server = service.app.getHttpServer();
    server.unref();
    server.on('connection', (socket: Socket) => socket.unref());
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      service.underWay.add(request);
      response.once('close', () => service.underWay.delete(request));
    });
    return service;
  }

  /** @param pages the folder of built pages to serve */
  static async start(env: Record<string, string> = {}, pages?: string): Promise<TestService> {
    const config = readConfig({ ...process.env, PORT: '0', ...env });
    const database = await connectDatabase(config, () => undefined);
    const app = await createListening(config, database.options, pages).catch(async (error: unknown) => {
      await database.release();
      throw error;
    });
    const { port } = app.getHttpServer().address() as AddressInfo;
    const service = new TestService(app, `http://127.0.0.1:${port}`);
    service.takeLogger();
    return service;
  }

  /**
   * Logs as it did at its start. Nest has one logger in a process, which every application replaces that is made or is
   * given another one, so that without this a file's lines could be lost by what an earlier file did.
   */
  takeLogger(): void {
    this.app.useLogger(this.logger);
  }

  async stop(): Promise<void> {
    await this.keepMetrics();
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
  }

  /**
   * Writes what it keeps in buffers, which would come back in the next file, and adds its metrics to the evidence. A
   * request whose client has gone is noted a moment later.
   */
  async endFile(): Promise<void> {
    const open = (): IncomingMessage[] => [...this.underWay].filter(({ socket }) => !socket.closed);
    try {
      await until('the requests of this file have ended', () => open().length === 0);
    } catch (error) {
      const addresses = open().map(({ method, url }) => `${method ?? ''} ${url ?? ''}`);
      throw new Error(`These requests have not ended: ${addresses.join(', ')}`, { cause: error });
    } finally {
      // The next file is not blamed for them.
      this.underWay.clear();
      await this.app.get(Background).flush();
      await this.keepMetrics();
    }
  }

  private async keepMetrics(): Promise<void> {
    keepPrinted('metric', JSON.stringify(await this.app.get(Registry).getMetricsAsJSON()));
  }

  /**
   * Does the background work that is due until nothing is, in the order in which the service would do it; nothing of it
   * runs by itself here.
   * @param of only what is about this tenant, and all buffers of this process
   */
  async settle(of?: Pick<TestTenant, 'tenantId'>): Promise<void> {
    const background = this.app.get(Background);
    await (of === undefined ? background.settle() : background.settleTenant(of.tenantId));
  }

  /** Does one piece of background work, where the test is about this one. */
  run(work: WorkName): Promise<void> {
    return this.app.get(Background).run(work);
  }

  /** A statement beside the calls. */
  query<T>(sql: string, values: readonly unknown[] = []): Promise<T> {
    return this.app.get(DataSource).query<T>(sql, [...values]);
  }

  async tenant(options: TenantOptions = {}): Promise<TestTenant> {
    const { id: tenantId } = await this.app
      .get(TenancyService)
      .createTenant('Test University', options.emailDomain ?? 'test.example.edu', null);
    return this.withKey(tenantId, options);
  }

  /** Another caller of the same tenant; posts of one caller that come at once share a transaction. */
  anotherCaller(
    { tenantId }: Pick<TestTenant, 'tenantId'>,
    options: TenantOptions = {},
  ): Promise<TestTenant> {
    return this.withKey(tenantId, options);
  }

  /** The scope of what is done for the tenant beside its calls. */
  async scope({ tenantId }: Pick<TestTenant, 'tenantId'>, actor = 'terminal'): Promise<Scope> {
    const tenancy = this.app.get(TenancyService);
    return tenancy.scopeOf(await tenancy.findTenant(tenantId), actor);
  }

  /** Changes settings. Before the first call of the tenant, each process reads them. */
  async changeSettings(tenant: Pick<TestTenant, 'tenantId'>, change: SettingsChange): Promise<void> {
    await this.app.get(TenancyService).changeSettings(await this.scope(tenant), change);
  }

  private async withKey(tenantId: string, options: TenantOptions): Promise<TestTenant> {
    const scopes = options.scopes ?? ['integration', 'workflow'];
    const { credential, apiSecret } = await this.app.get(TenancyService).createCredential({
      tenantId,
      label: 'test',
      scopes,
      rateLimit: options.rateLimit ?? null,
    });
    const { apiKey } = credential;
    keepSecrets('apiSecret', [apiSecret]);
    return { tenantId, apiKey, apiSecret, ...clientsAt(this.baseUrl, { apiKey, apiSecret }) };
  }

  /** A client without credentials, at the root of the service. */
  anonymous(headers: Record<string, string> = {}): ApiClient {
    return new ApiClient(this.baseUrl, headers);
  }

  /** A client with this key, at the root of the service. */
  callerWith(key: IssuedKey, headers: Record<string, string> = {}): ApiClient {
    return this.anonymous({ ...keyHeaders(key), ...headers });
  }
}
