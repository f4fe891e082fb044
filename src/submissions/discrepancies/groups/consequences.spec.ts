import { ConsequencesTally, type WaitingForm } from './consequences.js';

let serial = 0;

/** Open discrepancies by field: the submitted value, which names the group, and what the record does with it. */
function form(
  studentId: string,
  open: Readonly<Record<string, string>>,
  onAccept: ReturnType<WaitingForm['onAccept']> = 'changed',
): WaitingForm {
  const all = Object.entries(open).map(([field, submitted]) => {
    serial += 1;
    const about = { formType: 'transfer', field, submitted, recorded: 'EdD' };
    return { id: serial, submissionId: `sub-${serial}`, ...about, groupKey: `${field}:${submitted}` };
  });
  return { studentId, open: all, onAccept: () => onAccept };
}

function consequencesOf(
  groupKeys: readonly string[],
  alsoGroupKeys: readonly string[],
  forms: readonly WaitingForm[],
  resolution: 'accept_submitted' | 'keep_record' = 'accept_submitted',
): (number | string)[] {
  const tally = new ConsequencesTally({ groupKeys, alsoGroupKeys, newest: serial }, resolution);
  for (const one of forms) tally.add(one);
  const { discrepancies, submissions, records, free, waiting, refused, waitingFor } = tally.result();
  const fields = waitingFor.map(({ value, submissions: some }) => `${value} ${some}`);
  return [discrepancies, submissions, records, free, waiting, refused, ...fields];
}

describe('what follows from a decision about groups', () => {
  const both = { program: 'edd', id: 'P-9' };
  const forms = [form('1', both), form('2', both), form('3', { program: 'edd' }), form('4', { id: 'P-9' })];

  it.each([
    ['one group', ['program:edd'], [], [3, 3, 3, 1, 2, 0, 'id 2']],
    ['the other fields of its forms too', ['program:edd'], ['id:P-9'], [5, 3, 3, 3, 0, 0]],
    ['two groups', ['program:edd', 'id:P-9'], [], [6, 4, 4, 4, 0, 0]],
    ['a group without forms', ['program:law'], ['id:P-9'], [0, 0, 0, 0, 0, 0]],
  ])('of %s', (_, groupKeys, also, expected) => {
    expect(consequencesOf(groupKeys, also, forms)).toEqual(expected);
  });

  it('counts a person once, and records that have the value already not at all', () => {
    const some = [
      form('1', { program: 'edd' }),
      form('1', { program: 'edd' }),
      form('2', { program: 'edd' }, 'kept'),
    ];
    expect(consequencesOf(['program:edd'], [], some)).toEqual([3, 3, 1, 3, 0, 0]);
    expect(consequencesOf(['program:edd'], [], some, 'keep_record')).toEqual([3, 3, 0, 3, 0, 0]);
  });

  it('leaves forms as they are whose value is refused, unless nothing is accepted', () => {
    const some = [form('1', both, 'refused'), form('2', both)];
    expect(consequencesOf(['program:edd'], [], some)).toEqual([1, 1, 1, 0, 1, 1, 'id 1']);
    expect(consequencesOf(['program:edd'], [], some, 'keep_record')).toEqual([2, 2, 0, 0, 2, 0, 'id 2']);
  });

  it('is not about what was found later', () => {
    const seen = form('1', { program: 'edd' });
    const tally = new ConsequencesTally(
      { groupKeys: ['program:edd'], alsoGroupKeys: [], newest: serial },
      undefined,
    );
    tally.add(seen);
    tally.add(form('2', { program: 'edd' }));
    expect(tally.result()).toMatchObject({ submissions: 1 });
  });
});
