import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { sinceOf, type WalkPage, type WalkQuery, Walks } from '../../tenancy/walks/walks.js';
import { UserLookup } from '../matching/user-lookup.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { UserExportQueryDto } from './user-export-query.dto.js';
import { type PeopleFilter, UserExportRepository } from './user-export.repository.js';

/** The list of people (contract, section 14). */
@Injectable()
export class UserExportService {
  constructor(
    private readonly users: UserExportRepository,
    private readonly walks: Walks,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {ValidationFailed} when the cursor is of another tenant or another query, or too old */
  page(scope: Scope, query: UserExportQueryDto): Promise<WalkPage> {
    return this.walks.page(scope, this.users, this.walkOf(scope, query));
  }

  /** Every person, one in each line, and `{ "meta": … }` as the last line. */
  lines(scope: Scope, query: UserExportQueryDto): AsyncGenerator<Buffer> {
    return this.walks.lines(scope, this.users, this.walkOf(scope, query));
  }

  private walkOf(scope: Scope, query: UserExportQueryDto): WalkQuery<PeopleFilter> {
    const {
      since,
      cursor,
      limit,
      email,
      externalId,
      includeRemoved: withRemoved = false,
      ...filters
    } = query;
    const from = sinceOf(since);
    return {
      filter: async () => ({
        ...filters,
        ids: await this.idsOf(scope, email, externalId),
        withRemoved,
      }),
      asked: [
        'users',
        from,
        filters.accountStatus,
        filters.accountType,
        filters.role,
        filters.programId,
        email,
        [...(externalId ?? [])].sort(),
        withRemoved,
      ],
      parameters: 'filter, since or includeRemoved',
      since: from,
      cursor,
      limit,
      // Rows that have no domain of their own show that of the university.
      version: scope.tenant.emailDomain,
    };
  }

  /** The 950/951 IDs of those whom the caller names, without unknown ones; undefined when no one is named. */
  private async idsOf(
    scope: Scope,
    email: string | undefined,
    externalIds: readonly string[] | undefined,
  ): Promise<string[] | undefined> {
    if (email === undefined && externalIds === undefined) return undefined;
    const named = externalIds === undefined ? undefined : await this.idsNamed(scope, externalIds);
    if (email === undefined) return named;
    const user = await this.people.findByEmail(scope, emailKeyOf(email));
    return user === undefined || named?.includes(user.id) === false ? [] : [user.id];
  }

  private async idsNamed(scope: Scope, externalIds: readonly string[]): Promise<string[]> {
    const people = await this.people.find(scope, this.unitOfWork.single, externalIds);
    return [...new Set(externalIds.flatMap((externalId) => people.get(externalId)?.id ?? []))];
  }
}
