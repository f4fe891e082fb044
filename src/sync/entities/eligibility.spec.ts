import { type Member, type Eligibility, eligibilityOf } from './eligibility.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const queued = (formType = 'a'): Member => ({ formType, isProcessing: false, notBefore: null });
const processing = (formType = 'a'): Member => ({ formType, isProcessing: true, notBefore: null });
const released = (notBefore: string, formType = 'a'): Member => ({
  formType,
  isProcessing: false,
  notBefore: new Date(notBefore),
});
const LATER = '2026-03-01T12:00:00.001Z';

describe('the items of one student for one target', () => {
  it.each<[string, Member[], Eligibility[]]>([
    ['the first is ready, the next of its form type is behind', [queued(), queued()], ['ready', 'behind']],
    [
      'the first of each form type is ready',
      [queued('a'), queued('b'), queued('a')],
      ['ready', 'ready', 'behind'],
    ],
    [
      'everything waits for an earlier one that is processing',
      [processing('a'), queued('b')],
      ['processing', 'behind'],
    ],
    [
      'what is earlier than the one that is processing is ready',
      [queued('a'), processing('b')],
      ['ready', 'processing'],
    ],
    [
      'everything waits for an earlier one that is delayed',
      [released(LATER), queued('b')],
      ['delayed', 'behind'],
    ],
    ['a delay that is over stops nothing', [released(NOW.toISOString()), queued('b')], ['ready', 'ready']],
    ['one that is delayed behind another is delayed', [queued('a'), released(LATER)], ['ready', 'delayed']],
    ['no item, no eligibility', [], []],
  ])('%s', (_, members, eligibilities) => {
    expect(eligibilityOf(members, NOW)).toEqual(eligibilities);
  });
});
