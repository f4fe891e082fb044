import { StartupProblem } from '../../errors/startup-problem.js';

/** Where one server listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Where the database is, in the form that mysql2 and TypeORM take. */
export interface ConnectionTarget extends Place {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly socketPath?: string;
  readonly ssl?: { readonly rejectUnauthorized: boolean };
}

/** The same database at each of its nodes, in the order in which they are to be used. */
export type ConnectionTargets = readonly [ConnectionTarget, ...ConnectionTarget[]];

/** The variable that an address comes from, for messages. */
export type UrlVariable = 'DATABASE_URL' | 'DATABASE_READ_URL';

/** Scheme and credentials, the places, the rest. A password may hold commas; a place holds no @. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/;

/**
 * Parses `mysql://user:password@host:3306/database`. Several hosts may be listed: `host1:3306,host2:3306`.
 * Query parameters: `socketPath` for a Unix socket, `ssl=verify` for TLS with a verified certificate, `ssl=true` for
 * TLS without verification.
 * @throws {StartupProblem} when the URL is invalid; the message does not repeat the URL, which contains a password
 */
export function parseDatabaseUrls(text: string, variable: UrlVariable = 'DATABASE_URL'): ConnectionTargets {
  try {
    return targetsOf(text, variable);
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(
      `${variable} must look like mysql://user:password@host:3306/database, with special characters percent-encoded`,
    );
  }
}

/**
 * The first host that the URL names.
 * @throws {StartupProblem} when the URL is invalid
 */
export function parseDatabaseUrl(text: string): ConnectionTarget {
  return parseDatabaseUrls(text)[0];
}

function targetsOf(text: string, variable: UrlVariable): ConnectionTargets {
  const [, before = '', list = '', after = ''] = PARTS.exec(text) ?? [];
  const hosts = list.split(',');
  if (hosts.length > 1 && hosts.includes(''))
    throw new StartupProblem(`${variable} must name a host between any two commas of its list`);
  const [first, ...others] = hosts.map((host) => targetOf(new URL(`${before}${host}${after}`), variable));
  if (first === undefined) throw new TypeError('A list has a first part');
  if (others.length > 0 && first.socketPath !== undefined)
    throw new StartupProblem(`${variable} must have either a list of hosts or a socketPath`);
  return [first, ...others];
}

function targetOf(url: URL, variable: UrlVariable): ConnectionTarget {
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^[\w$-]{1,64}$/.test(database)) {
    throw new StartupProblem(
      `${variable} must end in a database name, as in mysql://user:password@host:3306/database`,
    );
  }
  const socketPath = url.searchParams.get('socketPath');
  const ssl = url.searchParams.get('ssl');
  return {
    host: url.hostname === '' ? 'localhost' : url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    ...(socketPath === null ? {} : { socketPath }),
    ...(ssl === null || ssl === 'false' ? {} : { ssl: { rejectUnauthorized: ssl === 'verify' } }),
  };
}

/** The server as shown to an operator: without user and password. */
export function describeTarget({ socketPath, host, port }: Place & { socketPath?: string }): string {
  return socketPath === undefined ? `${host}:${port}` : socketPath;
}
