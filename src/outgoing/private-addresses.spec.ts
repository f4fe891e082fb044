import { isPrivateAddress, isPublicHost } from './private-addresses.js';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::a00:1',
    '2002:a00:1::',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    '::ffff:0:10.0.0.1',
    '2001::1',
    '168.63.129.16',
    'not an address',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '192.0.2.44', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('a host', () => {
  it.each([
    ['https://8.8.8.8/token', true],
    ['https://10.0.0.7/token', false],
    ['https://[fd00::1]/token', false],
    ['https://localhost/token', false],
    ['https://0x7f.1/token', false],
  ])('%s: public is %s', async (address, isPublic) => {
    expect(await isPublicHost(new URL(address))).toBe(isPublic);
  });
});
