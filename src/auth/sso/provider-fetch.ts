import { lookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import type { CustomFetch } from 'openid-client';

import { hostOf, isPrivateAddress } from './issuer-address.js';

/** Discovery documents and sets of keys have about 10 kB. */
export const MOST_BYTES = 1024 * 1024;
const LIMIT_MS = 10_000;
/** Answers that have no body, not even an empty one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Finds the addresses of a name when the connection is made, and refuses them when one is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses;
    if (error !== null || first === undefined) callback(error ?? new Error('no address'), '');
    else if (addresses.some(({ address }) => isPrivateAddress(address)))
      callback(new Error(`${hostname} has an address of a private network`), '');
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function contentOf(answer: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function namesAndValues({ headersDistinct }: IncomingMessage): [string, string][] {
  return Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}

/**
 * Calls a provider. Unlike `fetch` it follows no redirect, connects to public addresses only, and its answer has at
 * most {@link MOST_BYTES} and takes at most 10 seconds. Every failure is a `TypeError`, as of `fetch`.
 * @param mayBePrivate whether the provider may be in a private network
 */
export function providerFetch(mayBePrivate: boolean): CustomFetch {
  return async (url, { method, headers, body, signal: given }) => {
    try {
      const target = new URL(url);
      const host = hostOf(target);
      if (!mayBePrivate && isIP(host) !== 0 && isPrivateAddress(host))
        throw new Error(`${host} is an address of a private network`);
      const limit = AbortSignal.timeout(LIMIT_MS);
      const signal = given === undefined ? limit : AbortSignal.any([limit, given]);
      const sent = Buffer.from(await new Response(body ?? null).arrayBuffer());
      const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(target, {
          // Connections that are kept were perhaps made for another tenant, whose provider may be private.
          agent: false,
          method,
          headers: { ...headers, 'accept-encoding': 'identity' },
          signal,
          ...(mayBePrivate ? {} : { lookup: lookupPublic }),
        })
          .on('response', resolve)
          .on('error', reject)
          // Without an answer or an error it ends so after 101, another protocol.
          .on('close', () => {
            reject(new Error('the connection was closed without an answer'));
          })
          .end(sent);
      });
      const content = await contentOf(answer);
      const { statusCode: status = 0 } = answer;
      return new Response(WITHOUT_BODY.has(status) ? null : content, {
        status,
        headers: namesAndValues(answer),
      });
    } catch (error) {
      throw new TypeError('the provider was not called, or did not answer as it should', { cause: error });
    }
  };
}
