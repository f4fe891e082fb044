import { StartupProblem } from '../errors/startup-problem.js';

/** Where the database is, in the form that mysql2 and TypeORM take. */
export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly socketPath?: string;
  readonly ssl?: { readonly rejectUnauthorized: boolean };
}

/**
 * Reads `mysql://user:password@host:3306/database`. Query parameters: `socketPath` for a Unix socket, `ssl=verify` for
 * TLS with a verified certificate, `ssl=true` for TLS without that.
 * @throws {StartupProblem} without repeating the URL, which holds a password
 */
export function parseDatabaseUrl(text: string): ConnectionTarget {
  try {
    return targetOf(new URL(text));
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(
      'DATABASE_URL must look like mysql://user:password@host:3306/database, with special characters percent-encoded',
    );
  }
}

function targetOf(url: URL): ConnectionTarget {
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^[\w$-]{1,64}$/.test(database)) {
    throw new StartupProblem(
      'DATABASE_URL must end in a database name, as in mysql://user:password@host:3306/database',
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

/** The place as an operator would name it: no user, no password. */
export function describeTarget(target: ConnectionTarget): string {
  return target.socketPath === undefined ? `${target.host}:${target.port}` : target.socketPath;
}
