import NativeEnvironment from './native-environment.mjs';

/** Fails a spec file that leaves something behind, and says what. */
export default class E2eEnvironment extends NativeEnvironment {
  async setup() {
    super.setup();
    // Only now: the runtime, which is made after this module is loaded, registers the loader of TypeScript.
    const { LeftBehind } = await import('../support/left-behind/left-behind.ts');
    this.leftBehind = await LeftBehind.begin();
  }

  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    this.isSearched = true;
    // The search needs real timers and methods.
    this.putBack();
    const left = await this.leftBehind.remove();
    for (const what of left) unhandledErrors.push(new Error(`This file left behind ${what}`));
  }

  async teardown() {
    // A file that could not be loaded has failed already; the next one must not pay for it.
    try {
      if (!this.isSearched) await this.leftBehind?.remove();
    } finally {
      super.teardown();
    }
  }
}
