/** A problem that keeps the process from starting. Its message is one line for an operator and contains no secret. */
export class StartupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupProblem';
  }
}
