import type { Config } from './environment.js';
import { type Kind, Wrong } from './kinds.js';

/**
 * The address for callers, without a slash at the end. A path is refused: the pages, their cookies and the links of the
 * API are at the root of the host, also behind a proxy that removes a path from requests.
 */
export const publicAddress: Kind<string> = (text, name) => {
  const example = 'https://integration.example.edu';
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text) || !URL.canParse(text))
    return new Wrong(`${name} must look like ${example}`);
  if (new URL(text).pathname !== '/')
    return new Wrong(
      `${name} must have no path, as the service is at the root of its host; give it a host name of its own, ` +
        `such as ${example}`,
    );
  return text.replace(/\/$/, '');
};

/** Hosts that mean every address of the machine, or the machine itself. */
const LOCAL_HOSTS = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** The address for callers on this machine of a service that listens on this port. */
export function baseUrlOf({ host }: Pick<Config, 'host'>, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : name}:${port}`;
}

/**
 * The address for callers, without a slash at the end; links, schemas and redirections begin with it. It is PUBLIC_URL,
 * or else the address that the service listens on, which is known once it listens.
 */
export class PublicUrl {
  private found: string | undefined;

  constructor(private readonly config: Config) {}

  get value(): string {
    const { publicUrl, publicUrlFrom } = this.config;
    return publicUrlFrom === 'PUBLIC_URL' ? publicUrl : (this.found ?? publicUrl);
  }

  /** Whether the service is only for this machine, as in development. */
  get isLocal(): boolean {
    return /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(this.value);
  }

  /** Called when the service listens. */
  listensOn(port: number): void {
    const { config } = this;
    this.found = LOCAL_HOSTS.has(config.host) ? `http://localhost:${port}` : baseUrlOf(config, port);
  }

  /** Called with the address of another process: the service that a terminal command found. */
  isAt(url: string): void {
    this.found = url;
  }
}
