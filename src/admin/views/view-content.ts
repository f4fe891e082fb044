import { type FieldProblem, problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { noText } from '../../http/fields/text-rules.js';
import { check } from '../../http/validation/validate.js';
import { sentence } from '../../texts/sentence.js';
import type { ListView } from './list-view.entity.js';
import { queryOf } from './viewed-lists.js';

/** What a view holds of its list. */
export type ViewContent = Pick<ListView, 'list' | 'filters' | 'sort' | 'order' | 'perPage'>;

/** Parameters of a list that are no filters. */
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'perPage', 'sort', 'order']);
const MOST_FILTERS = 20;
const LONGEST_VALUE = 500;
/** So much of a name is quoted in a refusal. */
const LONGEST_NAME = 64;
/** Days that the pages see from today, such as `last-7-days/from`: they stay relative, and the list gets the day. */
const RELATIVE_DAY = /^[a-z0-9]+(-[a-z0-9]+)*\/(from|before|first|last)$/;
const SOME_DAY = '2026-11-20';

function textsIn(filters: Readonly<Record<string, unknown>>): FieldProblem[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    const field = `filters.${name.slice(0, LONGEST_NAME)}`;
    if (NO_FILTERS.has(name)) {
      const rule = sentence('is no filter: {name} is a field of the view, or not kept', { name });
      return [problemIn(field, 'unknownField', rule)];
    }
    const problem = noText(value, LONGEST_VALUE);
    return problem === undefined ? [] : [problemIn(field, 'isText', problem)];
  });
}

/** What the list itself says about the parameters, with the names that they have in a view. */
function problemsOf({ list, filters, sort, order, perPage }: ViewContent): readonly FieldProblem[] {
  const query = queryOf(list);
  if (query === undefined) return [problemIn('list', 'isIn', sentence('is not a list that can have views'))];
  const own = Object.entries({ sort, order, perPage: perPage?.toString() ?? null });
  const given = own.filter(([, value]) => value !== null);
  const sent = Object.entries(filters).map(
    ([name, value]) => [name, RELATIVE_DAY.test(value) ? SOME_DAY : value] as const,
  );
  const checked = check(query, Object.fromEntries([...sent, ...given]));
  if (!('problems' in checked)) return [];
  return checked.problems.map((problem) => {
    if (NO_FILTERS.has(problem.field)) return problem;
    const { field, message } = problem;
    return { ...problem, field: `filters.${field}`, message: `filters.${message}` };
  });
}

/**
 * The filters of a body, all of which the list takes.
 * @throws {ValidationFailed} when the list refuses one of them, or the order
 */
export function filtersOf(
  given: Readonly<Record<string, unknown>>,
  rest: Omit<ViewContent, 'filters'>,
): Record<string, string> {
  const names = Object.keys(given);
  if (names.length > MOST_FILTERS) {
    const rule = sentence('must have at most {most} members', { most: MOST_FILTERS });
    throw new ValidationFailed([problemIn('filters', 'maxMembers', rule)]);
  }
  const texts = textsIn(given);
  if (texts.length > 0) throw new ValidationFailed(texts);
  const filters = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
  const problems = problemsOf({ ...rest, filters });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return filters;
}

/** What of a stored view the list still takes, and the names of what it takes no more. */
export function stillTaken(view: ViewContent): ViewContent & { readonly ignored: readonly string[] } {
  const ignored = [...new Set(problemsOf(view).map(({ field }) => field.replace(/^filters\./, '')))].sort();
  if (ignored.length === 0) return { ...view, ignored };
  const isTaken = (name: string): boolean => !ignored.includes(name);
  const filters = Object.fromEntries(Object.entries(view.filters).filter(([name]) => isTaken(name)));
  const { list, sort, order, perPage } = view;
  return {
    list,
    filters,
    sort: isTaken('sort') ? sort : null,
    order: isTaken('order') ? order : null,
    perPage: isTaken('perPage') ? perPage : null,
    ignored,
  };
}
