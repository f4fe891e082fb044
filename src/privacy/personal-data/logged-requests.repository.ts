import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { containing } from '../../database/statements/like.js';
import { quotedNames } from '../../database/statements/row-codec.js';
import type { Subject } from './personal-tables.js';

/** What an export shows of an entry. */
const SHOWN = quotedNames(
  'id at method path route status actor address requestId run code body answer'.split(' '),
);
/** So few that a statement is no burden for others. */
const AT_ONCE = 1000;
/** A shorter number stands in too many texts that are about something else. */
const SHORTEST_IN_TEXT = 4;

/** An entry of the request log that names the person. */
export type LoggedAbout = Readonly<Record<string, unknown>> & { readonly id: string };

interface Seen {
  readonly id: number | string;
  readonly at: Date;
  readonly isAbout: number | string;
}

/** A pattern, in the syntax of both server families, of a number or an address that is no part of another one. */
function standingAlone(key: string): string {
  const text = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = key.includes('@') ? '[^0-9A-Za-z._+-]' : '[^0-9A-Za-z]';
  return `(^|${before})${text}([^0-9A-Za-z]|$)`;
}

/** The condition on an entry that names the person by number, or that the person has caused. */
function aboutOf({ userId, numbers, emails }: Subject): { sql: string; values: unknown[] } {
  const inPath = numbers.flatMap((number) => {
    const segment = `/${encodeURIComponent(number)}`;
    // In the middle, before the names of parameters, and at the end.
    return [containing(`${segment}/`), containing(`${segment}?`), containing(segment).slice(0, -1)];
  });
  const inText = [...numbers, ...emails].filter(({ length }) => length >= SHORTEST_IN_TEXT);
  const parts: [sql: string, values: unknown[]][] = [
    ['`actor` = ?', [`admin:${userId}`]],
    ...inPath.map((part): [string, unknown[]] => ['`path` LIKE ?', [part]]),
    ...inText.map((key): [string, unknown[]] => [
      '(CONCAT(`answer`) LIKE ? AND CONCAT(`answer`) REGEXP ?)',
      [containing(key), standingAlone(key)],
    ]),
  ];
  return { sql: parts.map(([sql]) => sql).join(' OR '), values: parts.flatMap(([, values]) => values) };
}

/**
 * The entries of the request log about one person. No index finds them, as paths and messages are texts: the log of the
 * tenant is read in parts.
 */
@Injectable()
export class LoggedRequestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The ids, in parts, while they are taken; a part may be empty. */
  async *about(subject: Subject): AsyncGenerator<string[]> {
    const { sql, values } = aboutOf(subject);
    let after: Pick<Seen, 'id' | 'at'> | undefined;
    for (;;) {
      const from = after === undefined ? '' : 'AND `at` >= ? AND (`at` > ? OR `id` > ?)';
      const place = after === undefined ? [] : [after.at, after.at, after.id];
      const seen: Seen[] = await this.dataSource.query(
        `SELECT \`id\`, \`at\`, COALESCE(${sql}, 0) AS \`isAbout\`
          FROM \`request_log\` FORCE INDEX (\`ix_request_log_at\`)
          WHERE \`tenantId\` = ? ${from} ORDER BY \`at\`, \`id\` LIMIT ?`,
        [...values, subject.tenantId, ...place, AT_ONCE],
      );
      yield seen.filter(({ isAbout }) => Number(isAbout) === 1).map(({ id }) => String(id));
      after = seen.at(-1);
      if (seen.length < AT_ONCE) return;
    }
  }

  async find({ tenantId }: Pick<Subject, 'tenantId'>, ids: readonly string[]): Promise<LoggedAbout[]> {
    if (ids.length === 0) return [];
    const sql = `SELECT ${SHOWN} FROM \`request_log\` WHERE \`tenantId\` = ? AND \`id\` IN (?) ORDER BY \`id\``;
    const rows: LoggedAbout[] = await this.dataSource.query(sql, [tenantId, ids]);
    return rows;
  }

  /** Leaves of these entries that there was a call of this kind. */
  async overwrite({ tenantId, userId }: Subject, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const sql = `UPDATE \`request_log\` SET \`path\` = \`route\`, \`body\` = NULL, \`answer\` = NULL,
      \`address\` = IF(\`actor\` = ?, '', \`address\`) WHERE \`tenantId\` = ? AND \`id\` IN (?)`;
    await this.dataSource.query(sql, [`admin:${userId}`, tenantId, ids]);
  }
}
