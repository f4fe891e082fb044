import { maskedBody, maskedHeaders, maskedUrl } from './masked.js';

describe('what is kept of a call', () => {
  it('has no secret in its headers', () => {
    const headers = {
      'x-service-api-key': 'ik_1',
      'x-service-api-secret': 'is_1',
      authorization: 'Bearer ik_1.is_1',
      cookie: 'a=b',
      'set-cookie': ['a=b', 'c=d'],
    };
    expect(maskedHeaders(headers)).toEqual([
      ['x-service-api-key', 'ik_1'],
      ['x-service-api-secret', '•••'],
      ['authorization', '•••'],
      ['cookie', '•••'],
      ['set-cookie', '•••'],
      ['set-cookie', '•••'],
    ]);
  });

  it.each([
    ['{"password":"x","email":"a@b.example.edu"}', '{"password":"•••","email":"a@b.example.edu"}'],
    ['{"data":{"apiSecret":"x","scopes":["users"]}}', '{"data":{"apiSecret":"•••","scopes":["users"]}}'],
    ['{"tokens":[{"token":"x"}]}', '{"tokens":"•••"}'],
    ['{"recoveryCodes":["a","b"]}', '{"recoveryCodes":"•••"}'],
    ['{"code":"123 456"}', '{"code":"•••"}'],
    ['{"code":"candidacy","hasToken":true}', '{"code":"candidacy","hasToken":true}'],
    [
      '{"error":{"code":"VALIDATION_FAILED"},"token":"x"}',
      '{"error":{"code":"VALIDATION_FAILED"},"token":"•••"}',
    ],
    ['{"link":"https://x/#/invitation?token=abc"}', '{"link":"https://x/#/invitation?token=•••"}'],
    [
      '{"address":"otpauth://totp/x?secret=ABC&issuer=y"}',
      '{"address":"otpauth://totp/x?secret=•••&issuer=y"}',
    ],
    ['{\n  "password":\n    "x"\n}', '{"password":"•••"}'],
    ['{"a":1}\n{"csrfToken":"x"}\n', '{"a":1}\n{"csrfToken":"•••"}\n'],
    ['grant_type=client_credentials&client_secret=x', 'grant_type=client_credentials&client_secret=•••'],
    ['{"password": "cut of', '•••'],
    ['{"email": "a@b.example.edu"}', '{"email": "a@b.example.edu"}'],
  ])('has no secret in its body: %s', (body, masked) => {
    expect(maskedBody(body)).toBe(masked);
  });

  it('has no secret in its address', () => {
    expect(maskedUrl('/x?token=a&limit=2&api_secret=b')).toBe('/x?token=•••&limit=2&api_secret=•••');
  });
});
