import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { DataContended } from '../../errors/request.errors.js';
import { UserNotFound } from '../../errors/users.errors.js';
import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { NO_DECISIONS } from '../matching/questions.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { Namings } from '../naming/namings.service.js';
import { ErasedPeople } from '../tombstones/erased-people.js';

/** Finds the user whom a call names in its address. */
@Injectable()
export class NamedUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly decisions: MatchDecisionsRepository,
    private readonly erased: ErasedPeople,
    private readonly namings: Namings,
  ) {}

  /**
   * Locks the user until the transaction ends.
   * @param isCaller whether decisions of identity conflicts apply to the name
   * @returns the user, and the warning that a decision has another user be meant
   * @throws {UserNotFound} when the tenant has no such user
   */
  async lock(
    scope: Scope,
    transaction: Transaction,
    name: string,
    isCaller: boolean,
  ): Promise<{ readonly user: User; readonly warnings: readonly Warning[] }> {
    const decisions = isCaller ? await this.decisions.about(scope, [name], transaction) : NO_DECISIONS;
    const meant = decisions.meaningOf(name);
    const user = await this.users.findOne(scope, meant ?? name, transaction, true);
    if (user === undefined) throw new UserNotFound();
    return { user, warnings: meant === undefined ? [] : [meansAnother(name, meant)] };
  }

  /**
   * Does what a call asks for the user; the call then counts as one that names the user (contract, section 15).
   * @throws {Erased} when there is no such user since they were erased
   * @throws {RunFinished} when the run of the call was finished
   */
  async during<T extends { readonly user: User }>(
    scope: Scope,
    name: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const admitted = await this.namings.admit(scope);
    try {
      const done = await work();
      const outdated = await this.namings.note(scope, admitted, [{ id: done.user.id, isCounted: false }]);
      if (outdated.size > 0) throw new DataContended();
      return done;
    } catch (error) {
      if (error instanceof UserNotFound) {
        const decisions = await this.decisions.about(scope, [name]);
        await this.erased.refuse(scope, decisions.meaningOf(name) ?? name);
      }
      throw error;
    }
  }
}

function meansAnother(id: string, meant: string): Warning {
  const message = `By an administrator's decision the ID ${id} means user ${meant}, whose status this is about`;
  return { field: 'id', code: 'ID_MEANS_ANOTHER_USER', message };
}
