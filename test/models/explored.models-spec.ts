import { reportRow } from '../support/report.js';
import { explore, type Order } from './support/spin.js';

/** The models, with the definitions under which everything must hold, and the mistakes that must be found. */
const MODELS = [
  {
    model: 'claims',
    right: [[]],
    mistakes: ['NO_SECOND_LOOK', 'ITEM_ALONE', 'OWN_CLOCK', 'OLD_CONTENT', 'AT_SIGHT', 'CLOCKS_DIFFER'],
  },
  {
    model: 'outbox',
    right: [[]],
    mistakes: ['NO_LOCK', 'REMOVED_FIRST', 'REMOVED_LAST', 'EVENT_APART', 'HEARD_APART', 'NOT_HEARD'],
  },
  {
    model: 'fail-over',
    right: [[]],
    mistakes: ['NO_JUMP', 'NO_410', 'OWN_WRITES', 'WINDOW', 'DIES'],
  },
  {
    model: 'lost-commits',
    right: [['LIST_ALONE'], ['FEED_ALONE'], ['LIST_ALONE', 'NEAR'], ['FEED_ALONE', 'NEAR']],
    mistakes: [
      'LIST_ALONE LOST_ALONE',
      'FEED_ALONE LOST_ALONE',
      'LIST_ALONE RECORD_FORGOTTEN',
      'LIST_ALONE NEAR WIDENED_ALONE',
      'LIST_ALONE LED_BACK',
      'LIST_ALONE UNANSWERED',
      'LIST_ALONE DIES',
    ],
  },
];

const RIGHT = MODELS.flatMap(({ model, right }) => right.map((defines) => ({ model, defines })));
const WRONG = MODELS.flatMap(({ model, mistakes }) =>
  mistakes.map((mistake) => ({ model, mistake, defines: mistake.split(' ') })),
);

async function exploreAndReport(
  model: string,
  defines: readonly string[],
  order: Order,
): Promise<string | undefined> {
  const { states, depth, violated, seconds } = await explore(model, defines, order);
  reportRow([model, defines.join(' '), violated ?? '', states, depth, seconds.toFixed(1)]);
  return violated;
}

it.each(RIGHT)(
  'of the model $model with $defines, no state violates anything',
  async ({ model, defines }) => {
    expect(await exploreAndReport(model, defines, 'depth')).toBeUndefined();
  },
);

it.each(WRONG)('of the model $model the mistake $mistake is found', async ({ model, defines }) => {
  expect(await exploreAndReport(model, defines, 'breadth')).toMatch(/^assertion violated/);
});
