import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import type { Fate, Subject } from '../personal-data/personal-table.js';
import { PERSONAL_TABLES } from '../personal-data/personal-tables.js';
import type { ErasurePlanDto, LeftRowsDto, PlannedFate, PlannedTableDto } from './erasure.dto.js';
import { OpenClaimsRepository } from './open-claims.repository.js';

const FATES: Readonly<Record<Fate, PlannedFate>> = {
  'with the person': 'erased',
  deleted: 'erased',
  overwritten: 'overwritten',
  kept: 'kept',
};
/**
 * Tables that get rows by the calls of the administrator who looks at the plan, as does the request log; and the one
 * that any change of the person adds to.
 */
const NOT_COMPARED = new Set(['audit_events', 'sessions', 'sandbox_requests', 'user_places']);

/**
 * Most rows about other people are found by reading all of the tenant, which takes too long for a call. The erasure
 * counts them when it changes them.
 */
const COUNTED = PERSONAL_TABLES.filter(({ isOfOthers }) => isOfOthers !== true);

const DELETED = COUNTED.filter(({ fate }) => fate === 'deleted');

/** A plan, and the kinds of data in it, each with its fate: what its token is bound to. */
export interface CountedPlan extends Pick<ErasurePlanDto, 'tables' | 'openClaims'> {
  readonly kinds: readonly string[];
}

/** Counts what is stored about a person, table by table; what stands in rows about others is not counted. */
@Injectable()
export class ErasurePlans {
  constructor(
    private readonly data: PersonalDataRepository,
    private readonly requests: LoggedRequestsRepository,
    private readonly claims: OpenClaimsRepository,
  ) {}

  async of(scope: Scope, subject: Subject): Promise<CountedPlan> {
    const tables = await this.countTables(subject);
    const logged: PlannedTableDto = {
      table: 'request_log',
      part: null,
      rows: await this.countRequests(subject),
      fate: 'overwritten',
      reason: 'That there was a call, when and how it was answered, without its path, body and messages.',
    };
    return {
      tables: [...tables, logged].filter(({ rows }) => rows > 0),
      openClaims: await this.claims.count(scope, subject.userId),
      kinds: kindsOf(tables),
    };
  }

  /** The kinds of data that a plan would have now. */
  async kinds(subject: Subject): Promise<string[]> {
    return kindsOf(await this.countTables(subject));
  }

  /** What the background work has still to delete. */
  async left(subject: Subject): Promise<LeftRowsDto[]> {
    const counts = await this.data.counts(subject, DELETED);
    return DELETED.map(({ table, part = null }, place) => ({ table, part, rows: counts[place] ?? 0 })).filter(
      ({ rows }) => rows > 0,
    );
  }

  private async countTables(subject: Subject): Promise<PlannedTableDto[]> {
    const counts = await this.data.counts(subject, COUNTED);
    return COUNTED.map(({ table, part = null, fate, reason = null }, place) => {
      return { table, part, rows: counts[place] ?? 0, fate: FATES[fate], reason };
    });
  }

  private async countRequests(subject: Subject): Promise<number> {
    let count = 0;
    for await (const found of this.requests.about([subject])) count += found.get(subject)?.length ?? 0;
    return count;
  }
}

/** Without the numbers of rows, which grow while the administrator reads. */
function kindsOf(tables: readonly PlannedTableDto[]): string[] {
  return tables
    .filter(({ table, rows }) => rows > 0 && !NOT_COMPARED.has(table))
    .map(({ table, part, fate }) => `${table} ${part ?? ''} ${fate}`);
}
