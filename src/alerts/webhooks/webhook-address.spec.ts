import { maskedOf, problemOfAddress } from './webhook-address.js';

const TEAMS =
  'https://prod-1.westeurope.logic.example.com/workflows/0011/triggers/manual/paths/invoke?sig=abc';
const OURS = ['chat.internal.example.edu', '127.0.0.1', '::1'];

describe('the address of a webhook', () => {
  it.each([
    ['slack', 'https://hooks.slack.com/services/T0/B0/xyz'],
    ['teams', TEAMS],
    ['plain', 'https://8.8.8.8:8443/alerts?x=1'],
    ['plain', 'http://chat.internal.example.edu/hooks/1'],
    ['plain', 'http://127.0.0.1:4000/'],
    ['plain', 'http://[::1]:4000/'],
  ] as const)('of the kind %s may be %s', (kind, address) => {
    expect(problemOfAddress(address, kind, OURS)).toBeUndefined();
  });

  it.each([
    ['nonsense'],
    [''],
    ['http://chat.example.edu/hooks/1'],
    ['http://127.0.0.2/'],
    ['ftp://chat.example.edu/'],
    ['file:///etc/passwd'],
    ['https://ann:secret@chat.example.edu/'],
    ['https://chat.example.edu/#part'],
    ['https://chat.example.edu/a b'],
    [`https://chat.example.edu/${'x'.repeat(2000)}`],
  ])('is not %s', (address) => {
    expect(problemOfAddress(address, 'plain', OURS)?.text).toMatch(/^must be an https:\/\/ address/);
  });

  it.each(['https://example.webhook.office.com/webhookb2/1', 'https://outlook.office.com/webhook/1'])(
    'of Teams is not %s, of a connector that was retired',
    (address) => {
      expect(problemOfAddress(address, 'teams', [])?.text).toMatch(/Microsoft has retired$/);
    },
  );

  it.each([
    ['https://hooks.slack.com/services/T0/B0/secretAb3x', 'hooks.slack.com/…Ab3x'],
    ['https://chat.example.edu:8443/hooks?token=secretAb3x', 'chat.example.edu:8443/…Ab3x'],
    ['https://chat.example.edu/short', 'chat.example.edu/…'],
    ['https://chat.example.edu', 'chat.example.edu/…'],
  ])('%s is shown as %s', (address, shown) => {
    expect(maskedOf(address)).toBe(shown);
  });
});
