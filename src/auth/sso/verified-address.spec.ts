import { isAddressOf, isVerifiedAddress } from './verified-address.js';

const ENTRA = 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0';
const OKTA = 'https://northern.okta.com';

describe('an address is verified', () => {
  it.each([
    [OKTA, { email_verified: true }, true],
    [OKTA, { email_verified: 'true' }, true],
    [OKTA, { email_verified: false }, false],
    [OKTA, { email_verified: 1 }, false],
    [OKTA, {}, false],
    [OKTA, { xms_edov: true }, false],
    [ENTRA, { xms_edov: true }, true],
    [ENTRA, { xms_edov: '1' }, true],
    [ENTRA, { xms_edov: 1 }, true],
    [ENTRA, { xms_edov: false }, false],
    [ENTRA, { xms_edov: '0' }, false],
    [ENTRA, {}, false],
    ['https://login.microsoftonline.com.example.edu', { xms_edov: true }, false],
  ])('by %s with %j: %s', (issuer, claims, expected) => {
    expect(isVerifiedAddress(issuer, claims)).toBe(expected);
  });
});

describe('an address of northern.example.edu', () => {
  it.each([
    ['ann@northern.example.edu', true],
    ['Ann@Staff.Northern.Example.edu', true],
    ['ann@northern.example.edu.evil.example', false],
    ['ann@southern-northern.example.edu', false],
    ['ann@example.edu', false],
    ['ann@evil.example@northern.example.edu', true],
    ['northern.example.edu', false],
    ['', false],
  ])('is %s: %s', (address, expected) => {
    expect(isAddressOf(address, 'northern.example.edu')).toBe(expected);
  });
});
