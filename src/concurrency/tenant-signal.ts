/** Notifies those who wait in this process that there is something new of a tenant. */
export abstract class TenantSignal {
  private readonly listeners = new Set<(tenantId: string) => void>();

  listen(listener: (tenantId: string) => void): void {
    this.listeners.add(listener);
  }

  /** Call it after the commit. */
  give(tenantId: string): void {
    for (const listener of this.listeners) listener(tenantId);
  }
}
