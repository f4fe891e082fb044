const common = {
  testEnvironment: '<rootDir>/test/jest/native-environment.mjs',
  runtime: '<rootDir>/test/jest/native-runtime.mjs',
  // For the two global hooks, which Jest loads itself.
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/client/dist/', '<rootDir>/.data/'],
};

export default {
  maxWorkers: 2,
  // A limit for tests that hang, generous because machines are shared.
  testTimeout: 300_000,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
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
      setupFiles: ['<rootDir>/test/support/setup-env.ts'],
    },
  ],
};
