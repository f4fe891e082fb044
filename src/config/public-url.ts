import type { Config } from './environment.js';

/** What stands for any address of the machine, or for the machine itself. */
const LOCAL_HOSTS = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** Where callers on this machine reach a service that listens on this port. */
export function baseUrlOf({ host }: Pick<Config, 'host'>, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : name}:${port}`;
}

/**
 * Where callers reach the service, without a slash at the end: what links, schemas and redirections begin with. PUBLIC_URL
 * tells; else it is what the service listens on, which is known for certain once it does.
 */
export class PublicUrl {
  private found: string | undefined;

  constructor(private readonly config: Config) {}

  get value(): string {
    const { publicUrl, publicUrlFrom } = this.config;
    return publicUrlFrom === 'PUBLIC_URL' ? publicUrl : (this.found ?? publicUrl);
  }

  /** Told by a service when it listens. */
  listensOn(port: number): void {
    const { config } = this;
    this.found = LOCAL_HOSTS.has(config.host) ? `http://localhost:${port}` : baseUrlOf(config, port);
  }

  /** Told where another process listens: the service that the terminal found. */
  isAt(url: string): void {
    this.found = url;
  }
}
