/** Someone who waits until there is something to look at. */
export class Waiter {
  private isCalled = false;
  private wake: (() => void) | undefined;

  /** Wakes it; a call that comes while it is awake lets it look again. */
  call(): void {
    this.isCalled = true;
    this.wake?.();
  }

  /**
   * Resolves when it is called, after so many milliseconds, or when the caller is gone.
   * @returns whether it was called
   */
  async sleep(ms: number, gone: AbortSignal): Promise<boolean> {
    if (!this.isCalled && !gone.aborted)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          gone.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        gone.addEventListener('abort', wake);
        this.wake = wake;
      });
    const { isCalled } = this;
    this.wake = undefined;
    this.isCalled = false;
    return isCalled;
  }
}
