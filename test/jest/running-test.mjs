/**
 * Shows the test runner which test or hook an unexpected error belongs to: the one that runs, since those of a worker
 * run one after the other; there is no `test.concurrent`. An AsyncLocalStorage, which this replaces, makes Node 20 run
 * a hook for every promise of the application, once for each spec file that the worker has run before: a fifth of the
 * processor's time of 32 files.
 */
export class RunningTest {
  #store;

  getStore() {
    return this.#store;
  }

  /** @param callback returns a promise, until whose end it is the one that runs */
  async run(store, callback) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = outer;
    }
  }
}
