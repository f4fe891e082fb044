import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import { type CommitteeImpact, CommitteeImpacts } from '../users/model/committee-impacts.js';
import { CommitteeImpactDto } from '../users/model/dto/committee-impact.dto.js';
import { defaultName, effectiveRole } from '../users/model/user-defaults.js';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountStatus,
  type AccountType,
} from '../users/model/account.js';
import type { User } from '../users/model/user.entity.js';

/** What an administrator must know of a person before deciding about them. */
export class PersonInViewDto {
  @ApiProperty({ example: '951000001' })
  id!: string;

  @ApiProperty({ example: 'Ann Lee' })
  name!: string;

  @ApiProperty({ enum: [...ACCOUNT_TYPES] })
  accountType!: AccountType;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty({ example: 'chair' })
  role!: string;

  @ApiProperty({ type: String, nullable: true, example: 'EDU-PHD' })
  programId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Education, PhD' })
  schoolProgram!: string | null;

  @ApiProperty({
    type: () => CommitteeImpactDto,
    nullable: true,
    description: 'What a departure would mean for committees now; null for people who are no faculty members',
  })
  committeeImpact!: CommitteeImpact | null;
}

function present(user: User, committeeImpact: CommitteeImpact | null): PersonInViewDto {
  const { id, name, accountType, accountStatus, programId, schoolProgram } = user;
  return {
    id,
    name: name ?? defaultName(user),
    accountType,
    accountStatus,
    role: effectiveRole(user),
    programId,
    schoolProgram,
    committeeImpact,
  };
}

/** Reads the people whom a decision is about, for a page of a list at once. */
@Injectable()
export class PeopleInView {
  constructor(
    private readonly people: UserLookup,
    private readonly impacts: CommitteeImpacts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** By ID; those who are not stored are missing. */
  async of(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, PersonInViewDto>> {
    const found = await this.people.find(scope, this.unitOfWork.single, ids);
    return this.present(
      scope,
      ids.flatMap((id) => found.get(id) ?? []),
    );
  }

  /** The same of people who are read already. */
  async present(scope: Scope, users: readonly User[]): Promise<ReadonlyMap<string, PersonInViewDto>> {
    const impacts = await this.impacts.of(scope, this.unitOfWork.single, users);
    return new Map(users.map((user) => [user.id, present(user, impacts.get(user.id) ?? null)]));
  }
}
