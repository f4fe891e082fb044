import { SecretBox } from './secret-box.js';

const KEY = 'k'.repeat(32);

describe('a sealed secret', () => {
  const box = new SecretBox(KEY, 'test');
  const sealed = box.seal('t1', 'straße');

  it('can be opened for its owner, under the same key', () => {
    expect(box.open('t1', sealed)).toBe('straße');
    expect(new SecretBox(KEY, 'test').open('t1', sealed)).toBe('straße');
  });

  it('can be opened under the key before, and says under which one it is', () => {
    const rotated = new SecretBox(['n'.repeat(32), KEY], 'test');
    expect({ opened: rotated.open('t1', sealed), isCurrent: rotated.isCurrent('t1', sealed) }).toEqual({
      opened: 'straße',
      isCurrent: false,
    });
    const again = rotated.seal('t1', rotated.openBytes('t1', sealed) ?? '');
    expect({ opened: rotated.open('t1', again), isCurrent: rotated.isCurrent('t1', again) }).toEqual({
      opened: 'straße',
      isCurrent: true,
    });
    expect(box.open('t1', again)).toBeUndefined();
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
