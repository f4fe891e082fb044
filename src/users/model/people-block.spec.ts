import {
  addTo,
  bitmapOf,
  BLOCK_SIZE,
  emptyBitmap,
  has,
  placeOfId,
  placesByBlock,
  storedForm,
} from './people-block.js';

describe('the place of an ID', () => {
  it.each([
    ['950000000', { block: 0, position: 0 }],
    ['951000000', { block: 1, position: 0 }],
    ['950008191', { block: 0, position: 8191 }],
    ['950008192', { block: 2, position: 0 }],
    ['951008193', { block: 3, position: 1 }],
    ['9501000000', { block: 244, position: 576 }],
    ['S-1', undefined],
    ['952000001', undefined],
    ['95000001', undefined],
  ])('%s is %j', (id, place) => {
    expect(placeOfId(id)).toEqual(place);
  });
});

it('IDs are grouped by their blocks, without what is no ID', () => {
  expect([...placesByBlock(['950000001', '951000000', 'S-1', '950008192', '950000002'])]).toEqual([
    [0, [1, 2]],
    [1, [0]],
    [2, [0]],
  ]);
});

describe('the IDs of a block', () => {
  it.each([
    ['no one', [], 0],
    ['one', [0], 2],
    ['the first and the last', [0, BLOCK_SIZE - 1], 4],
    ['the last number that is stored as a list', Array.from({ length: 511 }, (_, n) => n * 16), 1022],
    ['so many that the bits are shorter', Array.from({ length: 512 }, (_, n) => n * 16), 1024],
    ['all', Array.from({ length: BLOCK_SIZE }, (_, n) => n), 1024],
  ])('of %s are the same after they were stored', (_, positions, bytes) => {
    const bitmap = emptyBitmap();
    expect(addTo(bitmap, positions)).toBe(positions.length);
    const stored = storedForm(bitmap);
    expect(stored).toHaveLength(bytes);
    const read = bitmapOf(stored);
    const found = Array.from({ length: BLOCK_SIZE }, (__, n) => n).filter((n) => has(read, n));
    expect(found).toEqual(positions);
  });

  it('count no ID twice', () => {
    const bitmap = emptyBitmap();
    expect(addTo(bitmap, [7, 7, 8])).toBe(2);
    expect(addTo(bitmap, [8, 9])).toBe(1);
  });
});
