import type { Config } from './environment.js';

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
