import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { quotedNames } from '../../database/statements/row-codec.js';
import { type LoggedTexts, NamedPeople } from './named-people.js';
import type { Subject } from './personal-table.js';

/** What an export shows of an entry. */
const SHOWN = quotedNames(
  'id at method path route status actor address requestId run code body answer'.split(' '),
);
/** So few that a statement is no burden for others. */
const AT_ONCE = 1000;

/** An entry of the request log that names the person. */
export type LoggedAbout = Readonly<Record<string, unknown>> & { readonly id: string };

interface Seen extends LoggedTexts {
  readonly id: number | string;
  readonly at: Date;
}

/**
 * The entries of the request log about people. No index finds them, as paths and messages are texts: the log of the
 * tenant is read in parts, and once for many people.
 */
@Injectable()
export class LoggedRequestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * The ids of the entries about each person, in parts, while they are taken; a part may be empty.
   * @param people of one tenant
   */
  async *about(people: readonly Subject[]): AsyncGenerator<ReadonlyMap<Subject, string[]>> {
    const [{ tenantId } = { tenantId: '' }] = people;
    const named = new NamedPeople(people);
    let after: Seen | undefined;
    do {
      const seen = await this.page(tenantId, after);
      const found = new Map<Subject, string[]>();
      for (const { id, ...texts } of seen)
        for (const subject of named.in(texts))
          found.set(subject, [...(found.get(subject) ?? []), String(id)]);
      yield found;
      after = seen.length < AT_ONCE ? undefined : seen.at(-1);
    } while (after !== undefined);
  }

  /** Without what names no one: a path that is the route, and the key of a system. */
  private async page(tenantId: string, after: Seen | undefined): Promise<Seen[]> {
    const from = after === undefined ? '' : 'AND `at` >= ? AND (`at` > ? OR `id` > ?)';
    const place = after === undefined ? [] : [after.at, after.at, after.id];
    const rows: Seen[] = await this.dataSource.query(
      `SELECT \`id\`, \`at\`, IF(\`path\` = \`route\`, NULL, \`path\`) AS \`path\`,
          IF(\`actor\` LIKE 'admin:%', \`actor\`, NULL) AS \`actor\`, CONCAT(\`answer\`) AS \`answer\`
        FROM \`request_log\` FORCE INDEX (\`ix_request_log_at\`)
        WHERE \`tenantId\` = ? ${from} ORDER BY \`at\`, \`id\` LIMIT ?`,
      [tenantId, ...place, AT_ONCE],
    );
    return rows;
  }

  async find({ tenantId }: Pick<Subject, 'tenantId'>, ids: readonly string[]): Promise<LoggedAbout[]> {
    if (ids.length === 0) return [];
    const sql = `SELECT ${SHOWN} FROM \`request_log\` WHERE \`tenantId\` = ? AND \`id\` IN (?) ORDER BY \`id\``;
    const rows: LoggedAbout[] = await this.dataSource.query(sql, [tenantId, ids]);
    return rows;
  }

  /** Leaves of these entries that there was a call of this kind. @returns how many were not so yet */
  async overwrite({ tenantId, userId }: Subject, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const actor = `admin:${userId}`;
    const sql = `UPDATE \`request_log\` SET \`path\` = \`route\`, \`body\` = NULL, \`answer\` = NULL,
      \`address\` = IF(\`actor\` = ?, '', \`address\`) WHERE \`tenantId\` = ? AND \`id\` IN (?)
      AND (\`path\` <> \`route\` OR \`body\` IS NOT NULL OR \`answer\` IS NOT NULL
        OR (\`actor\` = ? AND \`address\` <> ''))`;
    const result: { affectedRows: number } = await this.dataSource.query(sql, [actor, tenantId, ids, actor]);
    return result.affectedRows;
  }
}
