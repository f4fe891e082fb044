import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import type { UserChange } from '../model/outcome.js';
import type { Program } from '../model/programs/program.entity.js';
import { ProgramsRepository } from '../model/programs/programs.repository.js';
import { announceChanges } from '../model/user-facts.js';
import { UserPlaces } from '../model/places/user-places.js';
import type { User } from '../model/user.entity.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';

/**
 * Writes changes of people and announces them, in the caller's transaction. Status calls use `StatusChanges` instead.
 */
@Injectable()
export class UserWriter {
  constructor(
    private readonly users: UserWritesRepository,
    private readonly places: UserPlaces,
    private readonly programs: ProgramsRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * @param changes of people whom the caller has locked in this transaction
   * @throws {QueryFailedError} when another request was first with an address, a number or an ID; at the latest by the
   * commit
   */
  async write(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.programs.register(scope, transaction, programsOf(changes));
    await this.users.clearKeys(scope, transaction, handingOver(changes));
    // Updates first: a new person may take an address that an earlier row gave up.
    await this.users.update(
      transaction,
      changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
    );
    this.places.insert(
      scope,
      transaction,
      changes.filter(({ before }) => before === undefined).map(({ after }) => after),
    );
    await announceChanges(this.events, scope, transaction, changes);
  }
}

/** The programs that these people name and did not name before. */
function programsOf(changes: readonly UserChange[]): Program[] {
  const programs = new Map<string, Program>();
  for (const { before, after } of changes) {
    const { tenantId, programId, schoolProgram, updatedAt } = after;
    if (programId === null || programId === before?.programId) continue;
    programs.set(programId, { tenantId, programId, name: schoolProgram ?? programId, createdAt: updatedAt });
  }
  return [...programs.values()].sort((one, other) => (one.programId < other.programId ? -1 : 1));
}

/** The IDs of people whose former address or number another person of the batch gets. */
function handingOver(changes: readonly UserChange[]): string[] {
  const keys = ({ emailKey, legacyNumber }: User): string[] => [
    `email ${emailKey}`,
    ...(legacyNumber === null ? [] : [`number ${legacyNumber}`]),
  ];
  const owners = new Map(changes.flatMap(({ after }) => keys(after).map((key) => [key, after.id] as const)));
  return changes.flatMap(({ before }) =>
    before !== undefined && keys(before).some((key) => (owners.get(key) ?? before.id) !== before.id)
      ? [before.id]
      : [],
  );
}
