import { Injectable } from '@nestjs/common';

import type { Scope } from '../tenancy/scope.js';
import type { Program } from './program.entity.js';
import { ProgramsRepository } from './programs.repository.js';

/** The degree programs of a tenant, for the rooms above. */
@Injectable()
export class ProgramsService {
  constructor(private readonly programs: ProgramsRepository) {}

  /** By name. */
  list(scope: Scope): Promise<Program[]> {
    return this.programs.list(scope);
  }
}
