import { syncItem } from '../../../test/factories/sync-item.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { chooseExisting, chooseItem, targetOfFirst } from './choose-item.js';

const SIS = syncItem({ target: 'SIS', targetSystem: 'SIS' });
const CRM = syncItem({ target: 'CRM', targetSystem: 'CRM' });
const LABELLED = syncItem({ targetSystem: 'SIS' });
const UNASSIGNED = syncItem({ syncStatus: 'not_queued' });
const TARGETS = [{ name: 'SIS' }, { name: 'CRM' }];

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    expect(error.details).toMatchObject([{ field: 'targetSystem', code: 'isTarget' }]);
    return error.details.map(({ message }) => message).join();
  }
  return 'none';
}

describe('the item that a call means', () => {
  it.each([
    ['without targets is the only one, whatever its label', [LABELLED], [], 'CRM', LABELLED, undefined],
    ['with one item needs no name', [SIS], TARGETS, undefined, SIS, 'SIS'],
    ['null is as good as no name', [SIS], TARGETS, null, SIS, 'SIS'],
    ['with several is named', [SIS, CRM], TARGETS, 'CRM', CRM, 'CRM'],
    ['of a target that is listed no more keeps its name', [SIS, CRM], [], 'CRM', CRM, 'CRM'],
    ['may be labelled from before there were targets', [LABELLED], TARGETS, 'SIS', LABELLED, ''],
    ['may be missing for a listed target', [SIS], TARGETS, 'CRM', undefined, 'CRM'],
  ])('%s', (_, items, targets, named, expected, target) => {
    expect(chooseItem(items, targets, named)).toEqual({ item: expected, target });
  });

  it.each([
    [
      [SIS, CRM],
      TARGETS,
      undefined,
      'targetSystem is required, as the submission has an item for each of SIS, CRM',
    ],
    [[SIS], TARGETS, 'LMS', 'targetSystem must be one of SIS, CRM'],
    [[SIS, UNASSIGNED], [], 'LMS', 'targetSystem must be one of SIS'],
    [
      [UNASSIGNED, SIS],
      [],
      undefined,
      'targetSystem is required, as the submission has an item for each of SIS',
    ],
  ])('is refused when none or several are meant', (items, targets, named, message) => {
    expect(refusal(() => chooseItem(items, targets, named))).toBe(message);
  });

  it('must exist for an acknowledgement, a preview and a history', () => {
    expect(chooseExisting([SIS], TARGETS, 'SIS').item).toBe(SIS);
    expect(refusal(() => chooseExisting([SIS], TARGETS, 'CRM'))).toBe(
      'targetSystem CRM has no item of this submission yet; a replay makes it',
    );
  });
});

describe('the target of a replay of what was never queued', () => {
  it('is the only one', () => {
    expect(targetOfFirst(UNASSIGNED, [{ name: 'SIS' }])).toBe('SIS');
    expect(targetOfFirst(UNASSIGNED, [])).toBeUndefined();
  });

  it('must be named when there are several', () => {
    expect(refusal(() => targetOfFirst(UNASSIGNED, TARGETS))).toBe(
      'targetSystem is required, as the submission is queued for none of SIS, CRM yet',
    );
  });

  it('does not matter for what was queued before', () => {
    expect(targetOfFirst(LABELLED, TARGETS)).toBeUndefined();
    expect(targetOfFirst(SIS, TARGETS)).toBeUndefined();
    expect(targetOfFirst({ ...SIS, syncStatus: 'not_queued' }, TARGETS)).toBeUndefined();
  });
});
