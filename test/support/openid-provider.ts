import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { CookieClient } from './cookie-client.js';
import { keepSecrets } from './evidence.js';

/** The claims of a provider about a person. */
export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly sub?: string;
}

/** The registration of the service at the provider. */
export const CLIENT = { clientId: 'integration', clientSecret: 'a client secret: with/odd+characters' };

/** A real OpenID provider, in a process of its own. */
export class TestOpenIdProvider {
  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(redirectUri: string): Promise<TestOpenIdProvider> {
    const program = join(import.meta.dirname, 'openid-provider-process.mjs');
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, CLIENT.clientId, CLIENT.clientSecret, redirectUri],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    const lines = createInterface({ input: child.stdout });
    for await (const issuer of lines)
      if (issuer.startsWith('http:')) return new TestOpenIdProvider(issuer, child);
    throw new Error('The OpenID provider ended before it was ready');
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin?.end();
    await ended;
  }

  /**
   * Follows the redirects like a browser, with these claims.
   * @returns the address to which the provider redirects
   */
  async visit(location: string, person: Claims | 'cancelled'): Promise<URL> {
    const browser = new CookieClient();
    const start = new URL(location);
    start.searchParams.set('login_hint', person === 'cancelled' ? person : JSON.stringify(person));
    let next = start;
    while (next.origin === new URL(this.issuer).origin) {
      const response = await browser.visit(next);
      const to = response.headers.get('location');
      if (to === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(to, next);
    }
    keepSecrets('code of a sign-on', [next.searchParams.get('code') ?? '']);
    return next;
  }
}
