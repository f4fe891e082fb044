import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as ask, type RequestListener, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newCertificate } from '../../support/certificates.js';

/**
 * A site with TLS on the loopback interface. To a browser each host below `localhost` is a site of its own, and leads
 * to this machine without a name server.
 */
export class TlsSite {
  /** What answers; nothing does until it is set. */
  answer: RequestListener = (_, response) => response.writeHead(503).end();

  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response);
    });
  }

  /** @param name the first part of its host */
  static async start(name: string): Promise<TlsSite> {
    const folder = mkdtempSync(join(tmpdir(), 'integration-tls-'));
    const { key, cert } = newCertificate(folder, 2);
    rmSync(folder, { recursive: true });
    const server = createServer({ key, cert });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TlsSite(server, `${name}.localhost`);
  }

  get origin(): string {
    return `https://${this.host}:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Passes requests on to a service, as a proxy that ends TLS. */
export function forwardTo(service: string): RequestListener {
  return (request, response) => {
    const { method = '', url = '', headers, socket } = request;
    const forwarded = { 'X-Forwarded-For': socket.remoteAddress, 'X-Forwarded-Proto': 'https' };
    const onward = ask(service + url, { method, headers: { ...headers, ...forwarded } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}
