/** Fails a run whose name (`-t`) matches no test; Jest alone would skip all tests and succeed. */
export default class SomeTest {
  #globalConfig;
  #failure;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  onRunComplete(_, { numTotalTests, numPendingTests }) {
    const { testNamePattern } = this.#globalConfig;
    if (!testNamePattern || numTotalTests === 0 || numPendingTests < numTotalTests) return;
    this.#failure = new Error(`No test of these files has a name that matches ${testNamePattern}.`);
    process.stderr.write(`${this.#failure.message}\n`);
  }

  getLastError() {
    return this.#failure;
  }
}
