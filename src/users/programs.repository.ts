import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { later } from '../database/pending-statements.js';
import type { Scope } from '../tenancy/scope.js';
import { Program } from './program.entity.js';

@Injectable()
export class ProgramsRepository {
  constructor(@InjectRepository(Program) private readonly programs: Repository<Program>) {}

  /** Registers those that are not known yet; a known one keeps its name. */
  async register(scope: Scope, manager: EntityManager, programs: readonly Program[]): Promise<void> {
    if (programs.length === 0) return;
    const rows = programs.map(({ programId, name, createdAt }) => [
      scope.tenantId,
      programId,
      name,
      createdAt,
    ]);
    await later(
      manager,
      'INSERT IGNORE INTO `programs` (`tenantId`, `programId`, `name`, `createdAt`) VALUES ?',
      [rows],
    );
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
}
