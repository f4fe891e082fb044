/* global afterEach */
import { jest } from './jest-globals.mjs';
import { putBackGlobals } from './real-globals.mjs';

// No test leaves its clock or its mocks to the next one.
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  putBackGlobals();
});
