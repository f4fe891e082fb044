import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Program } from '../model/programs/program.entity.js';
import { ProgramsRepository } from '../model/programs/programs.repository.js';

/** The degree programs of a tenant, for other rooms. */
@Injectable()
export class ProgramsService {
  constructor(private readonly programs: ProgramsRepository) {}

  /** The programs, sorted by name. */
  list(scope: Scope): Promise<Program[]> {
    return this.programs.list(scope);
  }
}
