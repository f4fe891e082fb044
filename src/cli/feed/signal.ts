/** Wakes one waiting caller. A signal that is raised while none waits is kept, once. */
export class Signal {
  private raised = false;
  private resolve: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.resolve?.();
    this.resolve = undefined;
  }

  async wait(): Promise<void> {
    if (!this.raised) await new Promise<void>((resolve) => (this.resolve = resolve));
    this.raised = false;
  }
}
