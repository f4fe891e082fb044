import { AddressNamedTwice } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import { Batch } from '../batch/batch.js';
import { NamedAddresses } from './named-addresses.js';

describe('an address of an upload', () => {
  it.each([
    ['ann@x.example.edu', 'S-1', false],
    ['ANN@x.example.edu', 'S-2', true],
    ['bob@x.example.edu', 'S-2', false],
  ])('%s with %s is one that came first with another externalId: %s', (email, externalId, expected) => {
    const named = new NamedAddresses();
    named.add('Ann@x.example.edu', 'S-1');
    named.add('ann@x.example.edu', 'S-2');
    expect(named.isOfAnother(email, externalId)).toBe(expected);
  });
});

describe('a batch of an upload', () => {
  const sent = (externalId: string): SentPerson => ({
    person: {
      email: 'ann@x.example.edu',
      firstName: 'Ann',
      lastName: 'Lee',
      accountType: 'Student',
      externalId,
    },
  });
  const applied = {
    kind: 'updated',
    matchedBy: 'email',
    changed: [],
    warnings: [],
    user: {} as User,
  } as const;

  it('has addresses in the rows that were not refused alone', () => {
    const named = new NamedAddresses();
    const refused = { kind: 'refused', refusal: new AddressNamedTwice('950000101') } as const;
    named.addRows([sent('S-1'), sent('S-2')], [refused, applied]);
    expect(['S-1', 'S-2'].map((number) => named.isOfAnother('ann@x.example.edu', number))).toEqual([
      true,
      false,
    ]);
  });

  it('has no addresses of rows without a number', () => {
    const named = new NamedAddresses();
    const { externalId: _, ...person } = sent('S-1').person;
    named.addRows([{ person }, { person: { ...person, externalId: null } }], [applied, applied]);
    expect(named.isOfAnother('ann@x.example.edu', 'S-2')).toBe(false);
  });

  it('replaces the numbers of those whom it found by address', () => {
    const named = new NamedAddresses();
    named.addRows([sent('S-2')], [{ ...applied, replacedNumber: 'S-1' }]);
    expect(['S-1', 'S-2'].map((number) => named.isReplaced(number))).toEqual([true, false]);
  });

  it('that is halved is of the same upload', () => {
    const named = new NamedAddresses();
    const whole = new Batch({} as Scope, [sent('S-1'), sent('S-2')], { named });
    expect(whole.halves().map((half) => half.options.named)).toEqual([named, named]);
  });
});
