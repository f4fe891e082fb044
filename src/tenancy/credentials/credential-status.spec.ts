import { statusOf } from './credential-status.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const FORTNIGHT = 14 * 86_400_000;

describe('the status of a credential', () => {
  it.each([
    ['active', null, null, null],
    ['active', later(FORTNIGHT + 1), null, null],
    ['expiring', later(FORTNIGHT), null, null],
    ['expiring', later(1), null, null],
    ['replaced', later(1), null, 'ik_successor'],
    ['expired', NOW, null, null],
    ['expired', NOW, null, 'ik_successor'],
    ['revoked', null, NOW, null],
    ['revoked', later(-1), later(-2), 'ik_successor'],
  ])(
    'is %s with the expiry %p, the revocation %p and the successor %p',
    (status, expiresAt, revokedAt, rotatedTo) => {
      expect(statusOf({ expiresAt, revokedAt, rotatedTo }, NOW)).toBe(status);
    },
  );
});
