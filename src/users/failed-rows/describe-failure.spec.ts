import { IdentityConflict, UserNotFound } from '../../errors/users.errors.js';
import { MalformedJson, PayloadTooLarge, ValidationFailed } from '../../errors/request.errors.js';
import { problemIn } from '../../errors/refusal.js';
import { inLanguage } from '../../texts/languages.js';
import { sentence } from '../../texts/sentence.js';
import { check } from '../../http/validation/validate.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { describeFailure, emailOf, externalIdOf } from './describe-failure.js';

const NAMED = { email: 'ann@x.edu', firstName: 'Ann', lastName: 'Lee' };
const ANN = { ...NAMED, accountType: 'Student', externalId: 'S-1' };
const CHOICES = 'must be Student, Faculty or Staff';

function reasonFor(sent: unknown): string {
  const result = check(CreateUpdateUserDto, sent);
  if ('value' in result) throw new Error('This row is valid');
  return describeFailure(new ValidationFailed(result.problems), sent).reason;
}

describe('the reason', () => {
  it.each<[string, object, string]>([
    ['a mistyped choice', { accountType: 'Studnet' }, `accountType 'Studnet' ${CHOICES}`],
    ['a choice of another system', { accountType: 'EMPLOYEE' }, `accountType 'EMPLOYEE' ${CHOICES}`],
    ['a choice of two', { accountStatus: 'N' }, "accountStatus 'N' must be active or inactive"],
    ['a choice that is missing', { accountType: null }, 'accountType is required'],
    ['a name in the place of a choice', { accountType: 'Lovelace' }, `accountType ${CHOICES}`],
    ['an address in the place of a choice', { accountType: 'ann@x.edu' }, `accountType ${CHOICES}`],
    ['an address', { email: 'ann lee' }, 'email must be an e-mail address, such as ann.lee@example.edu'],
    ['a number', { yearOfEntry: 'MMXX' }, 'yearOfEntry must be a whole number from 1000 to 9999'],
    ['an unknown field', { emaill: 'a@b.edu' }, 'emaill is not a known field; did you mean email?'],
    [
      'a field with a name like a value',
      { 'ann@x.edu': 1 },
      'a field whose name cannot be one is not a known field',
    ],
    [
      'a free field',
      { customFields: { 'Ann Lee': 2 ** 60 } },
      'customFields is a number beyond 9007199254740991, whose digits would be lost; send it as text',
    ],
    [
      'a part of the profile',
      { facultyProfile: { leaveUntil: 'soon' } },
      'facultyProfile.leaveUntil must be a real calendar date in the form YYYY-MM-DD',
    ],
  ])('names the field and the rule for %s', (_, fields, reason) => {
    expect(reasonFor({ ...ANN, ...fields })).toBe(reason);
  });

  it('names several fields, and how many more there are', () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`zzz${index}`, 1]));
    const reason = reasonFor({ ...ANN, ...unknown });
    expect(reason.split('; ')).toHaveLength(6);
    expect(reason).toMatch(/; 2 more fields are not valid$/);
  });

  it('quotes no text that was sent as a line of JSON', () => {
    const { reason, field } = describeFailure(new MalformedJson(`Unexpected token in "Ann Lee"`), undefined);
    expect({ reason, field }).toEqual({ reason: 'The row is not valid JSON', field: null });
  });
});

describe('the cause', () => {
  it('is the same for two people in the same conflict', () => {
    const [one, other] = ['950000001', '950000002'].map((id) =>
      describeFailure(new IdentityConflict('email', id, '951000009'), ANN),
    );
    expect(one?.cause).toBe('email belongs to another user');
    expect(other?.cause).toBe(one?.cause);
    expect(one?.reason).toContain('951000009');
  });

  it('is the same for two externalIds of the wrong form', () => {
    const causes = ['951000001', '951000002'].map((externalId) => {
      const values = { externalId, accountType: 'Student' };
      const rule = sentence(
        '{externalId} has the form of an ID for Faculty and Staff, and accountType is {accountType}',
        values,
      );
      const refusal = new ValidationFailed([problemIn('externalId', 'idType', rule)]);
      const { cause, reason, sentences } = describeFailure(refusal, { ...ANN, externalId });
      expect(reason).toContain(`externalId ${externalId} has the form`);
      return { english: cause, spanish: inLanguage('es', sentences.cause) };
    });
    const cause = {
      english: 'externalId has the form of an ID for Faculty and Staff, and accountType is Student',
      spanish: 'externalId tiene la forma de un ID de Faculty y Staff, y accountType es Student',
    };
    expect(causes).toEqual([cause, cause]);
  });

  it('of a row that was refused as a whole is its message', () => {
    const { cause } = describeFailure(new UserNotFound(), {});
    expect(cause).toBe('No user of this tenant has that ID or legacyNumber');
    expect(describeFailure(new PayloadTooLarge(256, 'line'), undefined).cause).toMatch(/^The line is larger/);
  });
});

describe('the key of a row', () => {
  it.each<[unknown, string | undefined]>([
    [{ externalId: ' S-1 ' }, 'S-1'],
    [{ externalId: 77 }, '77'],
    [{ externalId: '' }, undefined],
    [{ externalId: 'x'.repeat(65) }, undefined],
    [{ externalId: 'a\u0000b' }, undefined],
    [{ externalId: '\ud800' }, undefined],
    [{ externalId: { a: 1 } }, undefined],
    [['S-1'], undefined],
    [undefined, undefined],
  ])('%j is %p', (sent, key) => {
    expect(externalIdOf(sent)).toBe(key);
  });

  it('may be the e-mail address', () => {
    expect(emailOf({ email: ' Ann@x.edu' })).toBe('Ann@x.edu');
    expect(emailOf({ email: 'a'.repeat(300) })).toBeUndefined();
  });
});
