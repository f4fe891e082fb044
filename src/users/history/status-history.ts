import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import { isOfSource, setterOf } from './provenance.js';
import { ProvenanceService } from './provenance.service.js';
import type { UserHistoryEntry } from './user-change.entity.js';

const STATUS = 'accountStatus';

/** What the history says of an account status. */
export interface StatusHistory {
  /** The change that gave the person the present status; undefined when it is older than what is read. */
  readonly set: UserHistoryEntry | undefined;
  /** The row of a source that said `inactive`, while the source has not taken it back. */
  readonly saidInactive: UserHistoryEntry | undefined;
}

function isDeprovisioning({ kind, fields }: UserHistoryEntry): boolean {
  const own = (fields ?? []).find(({ field }) => field === STATUS);
  return kind === 'inserted' || own?.after === 'inactive';
}

/** Who made a person active or inactive, and what the sources last said. */
@Injectable()
export class StatusHistories {
  constructor(
    private readonly provenance: ProvenanceService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async of(scope: Scope, user: User): Promise<StatusHistory> {
    const bySource = (known: readonly UserHistoryEntry[]): UserHistoryEntry | undefined =>
      setterOf(known, STATUS, isOfSource);
    const entries = await this.provenance.latest(
      scope,
      this.unitOfWork.single,
      user.id,
      (known) => bySource(known) !== undefined,
    );
    const set = setterOf(entries, STATUS);
    if (user.accountStatus === 'inactive')
      return { set, saidInactive: set !== undefined && isOfSource(set) ? set : undefined };
    // A source that has said active since has ended what awaits it.
    const isOpen = user.awaitingSource?.[STATUS]?.sourceValue === 'inactive';
    const said = isOpen
      ? setterOf(entries, STATUS, (one) => isOfSource(one) && isDeprovisioning(one))
      : undefined;
    return { set, saidInactive: said };
  }
}
