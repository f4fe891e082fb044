import { jest } from '@jest/globals';

import NativeEnvironment from './jest/native-environment.mjs';

const { setTimeout } = globalThis;

/** The environment of another spec file, as this worker would make it. */
function otherFile(): InstanceType<typeof NativeEnvironment> {
  return new NativeEnvironment({ projectConfig: { fakeTimers: {} } });
}

describe('the file that follows one in its worker has real timers', () => {
  it('when that one spied on a fake timer', () => {
    const file = otherFile();
    file.fakeTimersModern.useFakeTimers();
    file.moduleMocker.spyOn(globalThis, 'setTimeout');
    file.fakeTimersModern.useRealTimers();
    file.putBack();
    expect(globalThis.setTimeout).toBe(setTimeout);
  });

  it('when that one set fake timers over a spy', () => {
    const file = otherFile();
    file.moduleMocker.spyOn(globalThis, 'setTimeout');
    file.fakeTimersModern.useFakeTimers();
    file.putBack();
    expect(globalThis.setTimeout).toBe(setTimeout);
  });

  it('when that one replaced a function of the process', () => {
    const file = otherFile();
    const hrtime = Reflect.get(process, 'hrtime') as unknown;
    process.hrtime = Object.assign(jest.fn<() => [number, number]>(), { bigint: () => 0n });
    file.putBack();
    expect(process).toHaveProperty('hrtime', hrtime);
  });
});
