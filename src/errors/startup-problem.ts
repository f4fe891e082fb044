/**
 * A problem that keeps the process from starting. Its message is one line for an operator, names the variable that it
 * is about, and contains no secret.
 */
export class StartupProblem extends Error {
  /**
   * @param found what is wrong
   * @param remedy what the operator does about it; undefined where `found` says what must be
   */
  constructor(
    readonly found: string,
    readonly remedy?: string,
    options?: ErrorOptions,
  ) {
    super(remedy === undefined ? found : `${found}; ${remedy}.`, options);
    this.name = 'StartupProblem';
  }
}

/** All problems of one start: the message has a line for each. */
export class StartupProblems extends Error {
  constructor(readonly problems: readonly StartupProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'StartupProblems';
  }
}
