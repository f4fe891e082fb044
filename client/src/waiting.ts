/** Resolves after so many milliseconds; rejects with the signal's reason when it aborts before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(asError(signal.reason));
      return;
    }
    const abort = (): void => {
      clearTimeout(timer);
      reject(asError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** What the promise resolves to; undefined when the signal aborts before that. Leaves nothing at the signal. */
export function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      resolve(undefined);
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}

/** Test runners such as Jest have a realm of their own, for which the errors of Node's `fetch` are no instances. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

export function asError(reason: unknown): Error {
  return isError(reason) ? reason : new Error(String(reason));
}

/** Wakes one waiting caller. A signal that is raised while none waits is kept, once. */
export class Wakeup {
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

/**
 * A signal that aborts with another one, or after a time. `AbortSignal.any` would keep an entry at a signal that lives
 * as long as the process for every call that was made under it.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private hasPassed = false;

  constructor(
    private readonly outer: AbortSignal | undefined,
    private readonly ms: number,
  ) {
    if (outer?.aborted === true) this.follow();
    outer?.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the time is why the signal aborted. */
  get timedOut(): boolean {
    return this.hasPassed;
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.expire();
    }, this.ms);
  }

  /** Ends what goes on under the signal, for the time. */
  expire(): void {
    this.hasPassed = true;
    this.controller.abort(new Error(`no answer for ${this.ms / 1000} s`));
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.follow);
  }

  /** Ends what goes on under the signal. */
  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  private readonly follow = (): void => {
    this.controller.abort(asError(this.outer?.reason));
  };
}
