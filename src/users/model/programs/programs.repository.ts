import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BoundedCache } from '../../../concurrency/bounded-cache.js';
import type { Transaction } from '../../../database/transaction/transaction.js';
import { LostConnections } from '../../../database/connection/lost-connections.js';
import { memoryKeyOf, type Scope } from '../../../tenancy/scope.js';
import { Program } from './program.entity.js';

function nameOf(scope: Scope, { programId }: Program): string {
  return `${memoryKeyOf(scope)} ${programId}`;
}

const MOST_KNOWN = 10_000;

@Injectable()
export class ProgramsRepository {
  /** The programs known to be stored, since `knownSince` connections were lost. A program is never deleted. */
  private readonly known = new BoundedCache<string, true>({ most: MOST_KNOWN });
  private knownSince = 0;

  constructor(
    @InjectRepository(Program) private readonly programs: Repository<Program>,
    private readonly connections: LostConnections,
  ) {}

  /**
   * Registers those that are not known yet; a known one keeps its name. Once the registration is committed it is not
   * repeated: it is a tenth of what a single insert costs the database.
   */
  async register(scope: Scope, transaction: Transaction, programs: readonly Program[]): Promise<void> {
    this.forgetWhatMayBeLost();
    const unknown = programs.filter((program) => this.known.get(nameOf(scope, program)) === undefined);
    if (unknown.length === 0) return;
    const rows = unknown.map(({ programId, name, createdAt }) => [
      scope.tenantId,
      programId,
      name,
      createdAt,
    ]);
    await transaction.write(
      'INSERT IGNORE INTO `programs` (`tenantId`, `programId`, `name`, `createdAt`) VALUES ?',
      [rows],
    );
    // The commit may have been lost with a connection.
    const since = this.connections.count;
    transaction.onCommit(() => {
      if (since !== this.connections.count) return;
      for (const program of unknown) this.known.set(nameOf(scope, program), true);
    });
  }

  list(scope: Scope): Promise<Program[]> {
    return this.programs.find({
      where: { tenantId: scope.tenantId },
      order: { name: 'ASC', programId: 'ASC' },
    });
  }

  find(scope: Scope, programId: string): Promise<Program | null> {
    return this.programs.findOneBy({ tenantId: scope.tenantId, programId });
  }

  private forgetWhatMayBeLost(): void {
    if (this.knownSince === this.connections.count) return;
    this.knownSince = this.connections.count;
    this.known.clear();
  }
}
