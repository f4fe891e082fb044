import type { Sandboxes } from '../calls/sandboxes.js';
import type { ActiveFault, Fault } from '../openapi/types.gen.js';

/** What the next calls of one sandbox answer instead. */
export class SandboxFaults {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly tenantId: string,
  ) {}

  /**
   * Lets the next call of a route fail, or the next `times`. Faults that were set before are gone.
   * @param route such as `POST /api/v1/integration/users`; `*` for all calls
   */
  async next(route: string, fault: Omit<Fault, 'route'>): Promise<void> {
    await this.set([{ times: 1, ...fault, route }]);
  }

  async set(faults: readonly Fault[]): Promise<void> {
    await this.sandboxes.setFaults(this.tenantId, faults);
  }

  async clear(): Promise<void> {
    await this.set([]);
  }

  /** With how many calls each still meets. */
  async list(): Promise<readonly ActiveFault[]> {
    return (await this.sandboxes.faults(this.tenantId)).data;
  }
}
