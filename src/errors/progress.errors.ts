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
