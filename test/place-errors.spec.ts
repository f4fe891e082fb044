import { placeErrors } from '../pages/src/ui/place-errors.js';

const NAMES = ['label', 'recipients', 'links.0.formField', 'links.0.target', 'links.1.formField'];

describe('an error', () => {
  it.each([
    ['is shown by the field of its path', 'links.0.target', 'links.0.target'],
    ['about a row is shown by the first field of the row', 'links.1', 'links.1.formField'],
    ['about a list is shown by the first field of its first row', 'links', 'links.0.formField'],
    ['about a part of a field is shown by that field', 'recipients.2', 'recipients'],
  ])('%s', (_rule, path, name) => {
    expect(placeErrors({ [path]: 'Must be another one' }, NAMES)).toEqual({
      errors: { [name]: 'Must be another one' },
      others: [],
    });
  });

  it.each(['scopes', 'lab', 'links.7.formField'])('%s, which no field shows, is among the others', (path) => {
    expect(placeErrors({ [path]: 'Is required' }, NAMES)).toEqual({
      errors: {},
      others: [[path, 'Is required']],
    });
  });
});
