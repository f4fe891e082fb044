/** Resolves after so many milliseconds; rejects with the signal's reason when it aborts before. */
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
            reject(asError(signal.reason));
            return;
        }
        const abort = () => {
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
export function beforeAbort(promise, signal) {
    return new Promise((resolve, reject) => {
        const leave = () => {
            resolve(undefined);
        };
        if (signal.aborted)
            leave();
        signal.addEventListener('abort', leave, { once: true });
        promise.then(resolve, reject).finally(() => {
            signal.removeEventListener('abort', leave);
        });
    });
}
export function asError(reason) {
    return reason instanceof Error ? reason : new Error(String(reason));
}
/** Wakes one waiting caller. A signal that is raised while none waits is kept, once. */
export class Wakeup {
    constructor() {
        this.raised = false;
    }
    raise() {
        this.raised = true;
        this.resolve?.();
        this.resolve = undefined;
    }
    async wait() {
        if (!this.raised)
            await new Promise((resolve) => (this.resolve = resolve));
        this.raised = false;
    }
}
/**
 * A signal that aborts with another one, or after a time. `AbortSignal.any` would keep an entry at a signal that lives
 * as long as the process for every call that was made under it.
 */
export class Deadline {
    constructor(outer, ms) {
        this.outer = outer;
        this.ms = ms;
        this.controller = new AbortController();
        this.hasPassed = false;
        this.follow = () => {
            this.controller.abort(asError(this.outer?.reason));
        };
        if (outer?.aborted === true)
            this.follow();
        outer?.addEventListener('abort', this.follow, { once: true });
    }
    get signal() {
        return this.controller.signal;
    }
    /** Whether the time is why the signal aborted. */
    get timedOut() {
        return this.hasPassed;
    }
    start() {
        this.timer = setTimeout(() => {
            this.expire();
        }, this.ms);
    }
    /** Ends what goes on under the signal, for the time. */
    expire() {
        this.hasPassed = true;
        this.controller.abort(new Error(`no answer for ${this.ms / 1000} s`));
    }
    end() {
        clearTimeout(this.timer);
        this.outer?.removeEventListener('abort', this.follow);
    }
    /** Ends what goes on under the signal. */
    abort(reason) {
        this.controller.abort(reason);
    }
}
//# sourceMappingURL=waiting.js.map