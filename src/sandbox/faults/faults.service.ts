import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { FieldProblem } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { SIMULATED } from '../../errors/sandbox.errors.js';
import { RouteTable } from '../../http/server/route-table.js';
import type { Scope } from '../../tenancy/scope.js';
import type { SandboxFault } from '../entities/sandbox-fault.entity.js';
import { SandboxesService } from '../sandboxes.service.js';
import type { FaultDto } from './faults.dto.js';
import { FaultsRepository } from './faults.repository.js';

/** The route of a fault that meets every call. */
const ALL = '*';
const OF_SANDBOXES = /^\/api\/v1\/sandbox(\/|$)/;

/** What the next calls of sandboxes answer instead. */
@Injectable()
export class FaultsService {
  private routes: ReadonlySet<string> | undefined;

  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly faults: FaultsRepository,
    private readonly table: RouteTable,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {SandboxNotFound} when the credential has no such sandbox */
  async list(caller: Scope, tenantId: string): Promise<SandboxFault[]> {
    await this.sandboxes.find(caller, tenantId);
    return this.faults.of(tenantId);
  }

  /**
   * Replaces the faults of a sandbox; an empty list ends them.
   * @throws {SandboxNotFound} when the credential has no such sandbox
   * @throws {ValidationFailed} for a route that there is not, and for a fault that does nothing
   */
  async replace(caller: Scope, tenantId: string, inputs: readonly FaultDto[]): Promise<SandboxFault[]> {
    await this.sandboxes.find(caller, tenantId);
    const problems = inputs.flatMap((input, index) => this.problemsOf(input, `faults[${index}]`));
    if (problems.length > 0) throw new ValidationFailed(problems);
    const faults = inputs.map((input, position): SandboxFault => {
      const { route, times = null, status = null, delayMs, abort = null } = input;
      return { tenantId, position, route, timesLeft: times, status, delayMs: delayMs ?? 0, abort };
    });
    await this.unitOfWork.run((transaction) => this.faults.replace(transaction, tenantId, faults));
    return faults;
  }

  /** The fault that meets a call of this route now, used up by one; the first that was given goes first. */
  async take(tenantId: string, route: string): Promise<SandboxFault | undefined> {
    for (const fault of await this.faults.of(tenantId)) {
      if (fault.route !== ALL && fault.route !== route) continue;
      if (fault.timesLeft === null || (await this.faults.use(fault))) return fault;
    }
    return undefined;
  }

  private problemsOf({ route, status, delayMs, abort }: FaultDto, path: string): FieldProblem[] {
    const problems: FieldProblem[] = [];
    if (route !== ALL && !this.known().has(route))
      problems.push({
        field: `${path}.route`,
        code: 'isRoute',
        message: `${path}.route must be a method and the pattern of a call, such as GET /api/v1/integration/users/:id`,
      });
    const statuses = Object.keys(SIMULATED);
    if (typeof status === 'number' && !statuses.includes(String(status)))
      problems.push({
        field: `${path}.status`,
        code: 'isIn',
        message: `${path}.status must be one of ${statuses.join(', ')}`,
      });
    if ((status ?? delayMs ?? abort ?? null) === null)
      problems.push({
        field: path,
        code: 'doesSomething',
        message: `${path} must have a status, a delayMs or an abort`,
      });
    return problems;
  }

  private known(): ReadonlySet<string> {
    this.routes ??= new Set(
      this.table
        .list()
        .filter(({ path }) => !OF_SANDBOXES.test(path))
        .map(({ method, path }) => `${method} ${path}`),
    );
    return this.routes;
  }
}
