import type {
  ActiveFault,
  CreatedSandbox,
  CreateSandbox,
  Fault,
  MoveClock,
  Sandbox,
  SandboxesControllerCreateData,
  SandboxesControllerListData,
  SandboxesControllerListFaultsData,
  SandboxesControllerListRequestsData,
  SandboxesControllerMoveData,
  SandboxesControllerRemoveData,
  SandboxesControllerResetData,
  SandboxesControllerSetFaultsData,
  SandboxesControllerShowData,
  SandboxRequest,
} from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** Universities to test with (scope `sandbox`). */
export class Sandboxes {
  constructor(private readonly transport: Transport) {}

  /** An attempt whose answer was lost may have made one, which is deleted when its time is over. */
  create(input: CreateSandbox = {}, options?: CallOptions): Promise<Answer<CreatedSandbox>> {
    return this.transport.call<SandboxesControllerCreateData, CreatedSandbox>(
      { method: 'POST', url: '/api/v1/sandbox/tenants', body: input },
      options,
    );
  }

  list(options?: CallOptions): Promise<Answer<Sandbox[]>> {
    return this.transport.call<SandboxesControllerListData, Sandbox[]>(
      { method: 'GET', url: '/api/v1/sandbox/tenants' },
      options,
    );
  }

  get(id: string, options?: CallOptions): Promise<Answer<Sandbox>> {
    return this.transport.call<SandboxesControllerShowData, Sandbox>(
      { method: 'GET', url: '/api/v1/sandbox/tenants/{id}', path: { id } },
      options,
    );
  }

  reset(id: string, options?: CallOptions): Promise<Answer<Sandbox>> {
    return this.transport.call<SandboxesControllerResetData, Sandbox>(
      { method: 'POST', url: '/api/v1/sandbox/tenants/{id}/reset', path: { id } },
      options,
    );
  }

  /**
   * A repeated attempt has the same key, so that the time moves once. With `waitSeconds` it may move on behind the
   * answer, which then has `movingTo`.
   */
  moveClock(
    id: string,
    move: MoveClock,
    { timeoutMs, ...options }: CallOptions = {},
  ): Promise<Answer<Sandbox>> {
    const patience = (move.waitSeconds ?? 0) * 1000;
    return this.transport.call<SandboxesControllerMoveData, Sandbox>(
      {
        method: 'PUT',
        url: '/api/v1/sandbox/tenants/{id}/clock',
        path: { id },
        body: move,
        idempotencyKey: crypto.randomUUID(),
      },
      { ...options, timeoutMs: (timeoutMs ?? this.transport.timeoutMs) + patience },
    );
  }

  faults(id: string, options?: CallOptions): Promise<Answer<ActiveFault[]>> {
    return this.transport.call<SandboxesControllerListFaultsData, ActiveFault[]>(
      { method: 'GET', url: '/api/v1/sandbox/tenants/{id}/faults', path: { id } },
      options,
    );
  }

  /** Replaces the faults; an empty list ends them. */
  setFaults(id: string, faults: readonly Fault[], options?: CallOptions): Promise<Answer<ActiveFault[]>> {
    return this.transport.call<SandboxesControllerSetFaultsData, ActiveFault[]>(
      {
        method: 'PUT',
        url: '/api/v1/sandbox/tenants/{id}/faults',
        path: { id },
        body: { faults: [...faults] },
      },
      options,
    );
  }

  /** What was asked of it, the latest last. */
  requests(id: string, limit?: number, options?: CallOptions): Promise<Answer<SandboxRequest[]>> {
    return this.transport.call<SandboxesControllerListRequestsData, SandboxRequest[]>(
      { method: 'GET', url: '/api/v1/sandbox/tenants/{id}/requests', path: { id }, query: { limit } },
      options,
    );
  }

  remove(id: string, options?: CallOptions): Promise<Answer<Sandbox>> {
    return this.transport.call<SandboxesControllerRemoveData, Sandbox>(
      { method: 'DELETE', url: '/api/v1/sandbox/tenants/{id}', path: { id } },
      options,
    );
  }
}
