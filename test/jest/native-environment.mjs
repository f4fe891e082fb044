import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

import { putBackGlobals } from './real-globals.mjs';

/**
 * Has no realm of its own: spec files run in the realm of their worker, one after the other. Globals that a file
 * replaces are restored when it ends.
 */
export default class NativeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.replaced = { console, env: process.env, exit: process.exit };
    this.variables = { ...process.env };
  }

  setup() {
    // Jest maps the lines of what it has transformed itself; Node does it for what the loader has.
    Error.prepareStackTrace = undefined;
  }

  teardown() {
    this.putBack();
    const { console, env, exit } = this.replaced;
    globalThis.console = console;
    // The object of Node itself, because its own modules read the variables past another one.
    Object.assign(process, { env, exit });
    for (const name of Object.keys(env)) if (!(name in this.variables)) delete env[name];
    Object.assign(env, this.variables);
  }

  putBack() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    putBackGlobals();
  }

  getVmContext() {
    return null;
  }
}
