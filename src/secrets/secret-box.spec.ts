import { SecretBox } from './secret-box.js';

const KEY = 'k'.repeat(32);

describe('a sealed secret', () => {
  const box = new SecretBox(KEY, 'test');
  const sealed = box.seal('t1', 'straße');

  it('can be opened for its owner, under the same key', () => {
    expect(box.open('t1', sealed)).toBe('straße');
    expect(new SecretBox(KEY, 'test').open('t1', sealed)).toBe('straße');
  });

  it('is another one each time and shows nothing', () => {
    expect(box.seal('t1', 'straße').equals(sealed)).toBe(false);
    expect(sealed.includes('stra')).toBe(false);
  });

  it.each([
    ['for another owner', () => box.open('t2', sealed)],
    ['under another key', () => new SecretBox('x'.repeat(32), 'test').open('t1', sealed)],
    ['for another purpose', () => new SecretBox(KEY, 'other').open('t1', sealed)],
    ['when it was cut', () => box.open('t1', sealed.subarray(0, -1))],
    ['when it is nearly empty', () => box.open('t1', sealed.subarray(0, 20))],
    [
      'when a bit was changed',
      () => box.open('t1', Buffer.from(sealed.map((byte, i) => (i === 30 ? byte ^ 1 : byte)))),
    ],
  ])('cannot be opened %s', (_, open) => {
    expect(open()).toBeUndefined();
  });
});
