const common = {
  testEnvironment: '<rootDir>/test/jest/native-environment.mjs',
  runtime: '<rootDir>/test/jest/native-runtime.mjs',
  // For the two global hooks, which Jest loads itself.
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  // Jest lists all files of these folders before it runs one, by itself also those of node_modules and of builds.
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/client/src'],
};

export default {
  maxWorkers: 2,
  // Also of hooks. A file or a test that needs more sets its own limit, with the reason.
  testTimeout: 30_000,
  // A worker with 1,500 modules does not end within the usual 500 ms; one that a handle keeps alive never does.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/test/jest/seeded-order.mjs',
  reporters: ['default', '<rootDir>/test/jest/some-test.mjs'],
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/test/*.spec.ts',
        '<rootDir>/test/support/*.spec.ts',
        '<rootDir>/client/src/**/*.spec.ts',
      ],
    },
    {
      ...common,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/test/jest/e2e-environment.mjs',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      // Of this project alone, so that unit tests start no database.
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
      setupFiles: ['<rootDir>/test/support/setup-env.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/jest/after-each-test.mjs'],
    },
  ],
};
