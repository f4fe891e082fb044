import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { FeedError } from '../../feed/feed-error.js';

const BASE_PATH = '/api/v1/integration';

/**
 * The bulk address for a base such as http://127.0.0.1:3000, with or without the path of the integration API.
 * @throws {FeedError} when the text is no such address
 */
export function bulkUrl(text: string, dryRun: boolean): URL {
  if (!URL.canParse(text))
    throw new FeedError(`--url ${text} is not an address such as http://127.0.0.1:3000`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FeedError(`--url ${text} must begin with http:// or https://`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = `${path.endsWith(BASE_PATH) ? path : path + BASE_PATH}/users/bulk`;
  url.search = dryRun ? '?dryRun=true' : '';
  url.hash = '';
  return url;
}

/** Opens requests to the bulk endpoint of one service with one credential. */
export class BulkEndpoint {
  private readonly agent: Agent;

  constructor(
    private readonly url: URL,
    private readonly key: string,
    private readonly secret: string,
    private readonly run: string,
  ) {
    // With keep-alive the service reads on after an early refusal instead of resetting the connection.
    this.agent =
      url.protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  }

  /** Begins a request; the caller writes its body. */
  open(): { request: ClientRequest; id: string; response: Promise<IncomingMessage> } {
    const id = `feed-${randomUUID()}`;
    const send = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(this.url, {
      method: 'POST',
      agent: this.agent,
      headers: {
        'Content-Type': 'application/x-ndjson',
        Accept: 'application/x-ndjson',
        'X-Service-API-Key': this.key,
        'X-Service-API-Secret': this.secret,
        'X-Request-Id': id,
        'X-Sync-Run': this.run,
      },
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
      request.on('close', () => {
        reject(new Error('the connection was closed before an answer came'));
      });
    });
    return { request, id, response };
  }

  close(): void {
    this.agent.destroy();
  }
}
