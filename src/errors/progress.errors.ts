import { Refusal } from './refusal.js';
import { ValidationFailed } from './request.errors.js';

/** Only Students have a progress record. */
export class NotAStudent extends ValidationFailed {
  constructor(id: string, accountType: string) {
    super([
      {
        field: 'studentId',
        code: 'isStudent',
        message: `User ${id} is ${accountType}; only a Student has progress`,
      },
    ]);
  }
}

export class ProgramNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('No program of this tenant has that ID; a program is registered when the first user names it.');
  }
}
