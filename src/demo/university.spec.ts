import { DEMO_UNIVERSITY, universityOf } from './university.js';

describe('the university of a seed', () => {
  it.each([0, 1, 4_294_967_295])('is the same for the same number: %d', (seed) => {
    expect(universityOf(seed)).toEqual(universityOf(seed));
  });

  it('is another one for another number', () => {
    expect(universityOf(1).students).not.toEqual(universityOf(2).students);
    expect(universityOf(1).dissertations).not.toEqual(universityOf(2).dissertations);
    expect(universityOf(1).forms).not.toEqual(universityOf(2).forms);
  });

  it('stays what it was when the code changes; another one needs a line in the changelog', () => {
    const { students, dissertations, forms } = universityOf(42);
    const named = students
      .slice(0, 3)
      .map(([number, first, last, address]) => [number, first, last, address]);
    const [[, journey] = []] = dissertations;
    expect({ named, journey, studentOfForm: forms['deg-2401']?.[1] }).toMatchSnapshot();
  });

  it('gives each person an address and a name that no other has', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { students } = universityOf(seed);
      expect(new Set(students.map(([, , , address]) => address)).size).toBe(students.length);
      expect(new Set(students.map(([, first, last]) => `${first} ${last}`)).size).toBe(students.length);
    }
  });

  it('has the numbers, programs and forms of the demo university', () => {
    const { students, forms } = universityOf(7);
    const numbersOf = ({ students: rows }: { students: typeof students }): unknown[] =>
      rows.map(([number, , , , program]) => [number, program]);
    expect(numbersOf({ students })).toEqual(numbersOf(DEMO_UNIVERSITY));
    expect(Object.keys(forms)).toEqual(Object.keys(DEMO_UNIVERSITY.forms));
  });
});
