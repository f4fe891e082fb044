import { type Change, type ChangeData, Changes } from './change.js';

function dataOf(...steps: readonly ChangeData[]): unknown[] {
  const changes = new Changes();
  for (const data of steps) changes.add({ type: 'sync.item-changed.v1', subject: 'sub-1', data });
  return changes.all.map(({ data }) => data);
}

describe('several changes of one resource in one commit are one event', () => {
  it.each<[string, ChangeData[], ChangeData]>([
    [
      'from the first state to the last',
      [
        { from: 'queued', to: 'processing', cause: 'claimed' },
        { from: 'processing', to: 'sent', cause: 'ack' },
      ],
      { from: 'queued', to: 'sent', cause: 'ack' },
    ],
    [
      'from nothing to the last',
      [
        { from: null, to: 'draft' },
        { from: 'draft', to: 'submitted' },
      ],
      { from: null, to: 'submitted' },
    ],
    [
      'with all fields, each once',
      [
        { changed: ['degree', 'email'], run: null },
        { changed: ['email', 'role'], run: 'night' },
      ],
      { changed: ['degree', 'email', 'role'], run: 'night' },
    ],
  ])('%s', (_, steps, expected) => {
    expect(dataOf(...steps)).toEqual([expected]);
  });

  it('and another type, subject or part is another event, in the order in which it came', () => {
    const changes = new Changes();
    const all: Change[] = [
      { type: 'user.updated.v1', subject: '950000002', data: {} },
      { type: 'user.restored.v1', subject: '950000002', data: {} },
      { type: 'user.updated.v1', subject: '950000001', data: {} },
      { type: 'sync.item-changed.v1', subject: 'sub-1', data: {}, part: 'SIS' },
      { type: 'sync.item-changed.v1', subject: 'sub-1', data: {}, part: 'CRM' },
    ];
    for (const change of [...all, ...all]) changes.add(change);
    expect(changes.all).toEqual(all);
  });
});
