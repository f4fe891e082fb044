/* global afterEach */
import { jest } from './jest-globals.mjs';

// No test leaves its clock or its mocks to the next one.
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
