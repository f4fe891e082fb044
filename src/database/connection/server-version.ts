/** This service uses the same SQL for both families, but TypeORM needs to know which one answers. */
export interface ServerVersion {
  readonly family: 'mysql' | 'mariadb';
  readonly text: string;
  readonly supported: boolean;
}

const OLDEST = { mysql: [8, 4], mariadb: [10, 11] } as const;

/** @param text what `SELECT VERSION()` answers, such as `9.7.4` or `10.11.19-MariaDB-0+deb12u1` */
export function parseServerVersion(text: string): ServerVersion {
  const family = /mariadb/i.test(text) ? 'mariadb' : 'mysql';
  // A proxy may pass on the prefix that MariaDB once sent for old replicas.
  const [major = 0, minor = 0] = text
    .replace(/^5\.5\.5-/, '')
    .split(/[.-]/)
    .map(Number);
  const [oldestMajor, oldestMinor] = OLDEST[family];
  const supported = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return { family, text, supported };
}

/** A server that answered. */
export interface ProbedServer extends ServerVersion {
  /** Whether it is a node of a Galera cluster. */
  readonly galera: boolean;
}
