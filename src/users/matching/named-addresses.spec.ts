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
