import { InvalidValue } from '../errors/scim.errors.js';
import { MethodNotAllowed, ValidationFailed } from '../errors/request.errors.js';
import { RunNotComplete } from '../errors/runs.errors.js';
import { InvalidTransition } from '../errors/submissions.errors.js';
import { loggedLines, loggedRefusal } from './logged-answer.js';

const details = [
  { field: 'email', code: 'isEmail', message: 'ann@@x is not an address' },
  { field: 'committee.members.3.Ann Smith', code: 'unknownField', message: 'Ann Smith is not a known field' },
];
const kept = [
  { field: 'email', code: 'isEmail' },
  { field: 'committee.members.3.•••9', code: 'unknownField' },
];

describe('of a refusal', () => {
  it('fields and codes are kept, but no message that may quote a value and no name that a caller invented', () => {
    expect(loggedRefusal(new ValidationFailed(details), {})).toEqual({
      code: 'VALIDATION_FAILED',
      details: kept,
    });
  });

  it('a message without details is kept, without what was sent and without addresses', () => {
    expect(loggedRefusal(new MethodNotAllowed(['GET']), undefined)).toEqual({
      code: 'METHOD_NOT_ALLOWED',
      message: 'This address answers GET only.',
    });
    const refusal = new InvalidTransition('Ann Smith (ann@x.edu, also Ann) cannot be approved');
    const { message } = loggedRefusal(refusal, { names: [{ last: 'Ann Smith' }, 'Ann'] });
    expect(message).toBe('••• (•••, also •••) cannot be approved');
  });

  it('a choice from a list is kept in the message, as it is no value of a person', () => {
    const why = { kind: 'types_not_named', accountTypes: ['Faculty'], missing: 2 } as const;
    const refusal = new RunNotComplete('it names no active person of account type Faculty', why);
    const body = { complete: { accountTypes: ['Student', 'Faculty'] } };
    expect(loggedRefusal(refusal, body).message).toContain('of account type Faculty');
  });

  it('the first twenty details are kept', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ field: `f${index}`, code: 'x', message: '' }));
    expect(loggedRefusal(new ValidationFailed(many), {}).details).toHaveLength(20);
  });
});

it('the words of SCIM and the names of attributes are kept, and no value', () => {
  const body = { Operations: [{ op: 'replace', path: 'userName', value: 'Ann Smith' }] };
  const refusal = new InvalidValue('userName Ann Smith is no name, says ann@x.edu');
  expect(loggedRefusal(refusal, body, 'invalidValue')).toEqual({
    code: 'VALIDATION_FAILED',
    scimType: 'invalidValue',
    message: 'userName ••• is no name, says •••',
  });
});

it('of a failed line its number, code and fields are kept', () => {
  expect(
    loggedLines(
      [
        { line: 2, code: 'VALIDATION_FAILED', details },
        { line: 9, code: 'X' },
      ],
      undefined,
    ),
  ).toEqual({
    lines: [
      { line: 2, code: 'VALIDATION_FAILED', details: kept },
      { line: 9, code: 'X' },
    ],
  });
});
