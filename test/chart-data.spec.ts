import {
  type ChartData,
  colorAt,
  isDrawn,
  type Panel,
  placeAfter,
  type Point,
  topOf,
  totalOf,
  wholeOf,
} from '../pages/src/charts/chart-data.js';

const panel: Panel = {
  height: 100,
  series: [
    { name: 'calls', label: 'Calls', color: 'primary' },
    { name: 'errors', label: 'Errors', color: 'error' },
  ],
};
const point = (values: Point['values'], more: Partial<Point> = {}): Point => ({
  id: '1',
  tick: '1',
  label: '1',
  values,
  ...more,
});

describe('the part on top of a bar', () => {
  it.each([
    [{ calls: 3, errors: 2 }, 'errors'],
    [{ calls: 3, errors: 0 }, 'calls'],
    [{ errors: 2 }, 'errors'],
    [{ calls: 0 }, undefined],
  ])('with %j is %s', (values, name) => {
    expect(topOf(point(values), panel)?.name).toBe(name);
  });
});

describe('the key of a user in a chart', () => {
  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowUp', 3, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 3, 2],
    ['PageUp', 1, 8],
    ['PageDown', 8, 1],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['PageDown', 3, 0],
  ])('%s leads from %i to %i of ten points', (key, place, next) => {
    expect(placeAfter(key, place, 10)).toBe(next);
  });

  it('leads nowhere when it is none that moves', () => {
    expect(placeAfter('a', 3, 10)).toBeUndefined();
    expect(placeAfter('toString', 3, 10)).toBeUndefined();
  });
});

describe('the numbers of a chart', () => {
  const points: ChartData['points'] = [point({ calls: 3, errors: 1 }), point({ calls: 2 })];

  it('are 0 where a point has none', () => {
    expect(points.map((one) => wholeOf(one, panel))).toEqual([4, 2]);
    expect(totalOf(points, { name: 'errors' })).toBe(1);
  });

  it('are drawn unless all of them are 0', () => {
    expect(isDrawn(points, panel)).toBe(true);
    expect(isDrawn([point({ calls: 0 })], panel)).toBe(false);
  });

  it('are drawn as a band where nothing but the band is above 0', () => {
    const banded = point({ calls: 0 }, { band: { low: 0, high: 4 } });
    expect(isDrawn([banded], { ...panel, band: 'Usual' })).toBe(true);
    expect(isDrawn([banded], panel)).toBe(false);
  });

  it('have a colour each, and the last ones that of the others', () => {
    const colors = Array.from({ length: 7 }, (_, index) => colorAt(index));
    expect(new Set(colors).size).toBe(7);
    expect(colorAt(6)).toBe('neutral');
  });
});
