import { DEFAULT_WEIGHTS, readMatchWeights } from './match-model.js';

function problemsOf(given: unknown): readonly string[] {
  const read = readMatchWeights(typeof given === 'string' ? given : JSON.stringify(given));
  return 'weights' in read ? [] : read;
}

describe('weights of candidates', () => {
  it('are the default ones, which contradict nothing, where nothing is given', () => {
    expect(readMatchWeights('{}')).toEqual({ prior: 10_000, weights: DEFAULT_WEIGHTS });
  });

  it('replace single levels and keep the others', () => {
    const read = readMatchWeights('{"prior": 500, "email": {"same": [0.55, 0.00001]}}');
    expect(read).toEqual({
      prior: 500,
      weights: { ...DEFAULT_WEIGHTS, email: { ...DEFAULT_WEIGHTS.email, same: [0.55, 0.00001] } },
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    ['no JSON', '{', ['JSON object']],
    ['a list', [], ['JSON object']],
    ['an unknown field', { lastname: {} }, ['lastname', 'lastName']],
    ['an unknown level', { email: { equal: [0.5, 0.1] } }, ['equal', 'localPart']],
    ['no object', { email: 0.5 }, ['email', 'levels']],
    ['one number', { email: { same: [0.5] } }, ['email.same', 'two numbers']],
    ['a share of 0', { email: { same: [0.5, 0] } }, ['email.same', 'between 0 and 1']],
    ['a share of 1', { email: { same: [1, 0.1] } }, ['email.same', 'between 0 and 1']],
    ['a prior of 1', { prior: 1 }, ['prior', '2 or more']],
    [
      'levels that contradict each other',
      { email: { localPart: [0.1, 1e-9] } },
      ['email.localPart', 'email.same'],
    ],
    [
      'shares beyond the whole',
      { program: { same: [0.95, 0.1] } },
      ['program.same', 'program.different', '1.050'],
    ],
  ])('are refused with what is wrong: %s', (_, given, named) => {
    const problems = problemsOf(given).join('; ');
    for (const text of named) expect(problems).toContain(text);
  });

  it('are refused with everything that is wrong at once', () => {
    expect(problemsOf({ prior: 0, number: { same: 1 }, nothing: {} })).toHaveLength(3);
  });
});
