import { once } from 'node:events';
import { connect } from 'node:net';

import type { Config } from '../../config/environment.js';
import { type Finding, ok, warning } from './finding.js';

const ANSWER_MS = 2000;

/** The code of an error; its message may quote an address with a password. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** While Redis is away, each process counts rate limits by itself. */
export async function examineRedis({ redisUrl: url }: Config): Promise<readonly Finding[]> {
  if (url === undefined) return [];
  const { createClient } = await import('@redis/client');
  const socket = { connectTimeout: ANSWER_MS, socketTimeout: ANSWER_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, disableOfflineQueue: true, maintNotifications: 'disabled', socket });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return [ok('Redis', 'answers')];
  } catch (error) {
    const found = `does not answer (${codeOf(error)}): each process counts rate limits by itself`;
    return [warning('Redis', found, 'check REDIS_URL and that Redis runs')];
  } finally {
    client.destroy();
  }
}

/** Only the connection is tried: a login would be noted by the mail server. */
export async function examineMailServer({ mailServer }: Config): Promise<readonly Finding[]> {
  if (mailServer === undefined) return [];
  const { host, port } = mailServer;
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) });
    return [ok('Mail server', `${host}:${port} takes connections`)];
  } catch (error) {
    const found = `${host}:${port} does not answer (${codeOf(error)}): messages of alerts wait`;
    return [warning('Mail server', found, 'check SMTP_URL and that the mail server runs')];
  } finally {
    socket.destroy();
  }
}
