import { statusOf } from './credential-status.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const FORTNIGHT = 14 * 86_400_000;

describe('the status of a credential', () => {
  it.each([
    ['active', null, null],
    ['active', later(FORTNIGHT + 1), null],
    ['expiring', later(FORTNIGHT), null],
    ['expiring', later(1), null],
    ['expired', NOW, null],
    ['revoked', null, NOW],
    ['revoked', later(-1), later(-2)],
  ])('is %s with the expiry %p and the revocation %p', (status, expiresAt, revokedAt) => {
    expect(statusOf({ expiresAt, revokedAt }, NOW)).toBe(status);
  });
});
