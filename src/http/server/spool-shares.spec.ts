import { SpoolShares } from './spool-shares.js';

it('a tenant has its share of the temporary files, whatever others have, until its files are closed', () => {
  const shares = new SpoolShares(100);
  const [one, other, theirs] = [shares.of('a'), shares.of('a'), shares.of('b')];
  one.take(60);
  other.take(30);
  expect(one.hasRoomFor(10)).toBe(true);
  expect(other.hasRoomFor(11)).toBe(false);
  expect(theirs.hasRoomFor(100)).toBe(true);
  one.release();
  one.release();
  expect(other.hasRoomFor(70)).toBe(true);
  expect(other.hasRoomFor(71)).toBe(false);
});
