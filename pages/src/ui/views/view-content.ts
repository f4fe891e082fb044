import type { SortPayload } from 'react-admin';

import { kindOf } from '../../api/kinds';
import type { PutViewDto, ViewDto } from '../../api/openapi';
import type { FilterValues } from '../list/filter-values';

/** What a list shows now, or what a view has it show. */
export interface ViewContent {
  readonly filters: FilterValues;
  readonly sort: SortPayload;
  readonly perPage: number;
}

/** What of a list a view may leave open. */
export type ListDefaults = Pick<ViewContent, 'sort' | 'perPage'>;

export function contentOf({ filters, sort, order, perPage }: ViewDto, defaults: ListDefaults): ViewContent {
  return {
    filters,
    sort: { field: sort ?? defaults.sort.field, order: order ?? defaults.sort.order },
    perPage: perPage ?? defaults.perPage,
  };
}

function textOf({ filters, sort: { field, order }, perPage }: ViewContent): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify([set.sort(([one], [other]) => (one < other ? -1 : 1)), field, order, perPage]);
}

export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  return textOf(one) === textOf(other);
}

/** In the form in which a view is stored. A list that the API does not sort has no order to keep. */
export function bodyOf(
  resource: string,
  { filters, sort: { field, order }, perPage }: ViewContent,
): Pick<PutViewDto, 'filters' | 'sort' | 'order' | 'perPage'> {
  const isSorted = kindOf(resource).sorts?.includes(field) === true;
  return { filters, ...(isSorted ? { sort: field, order } : {}), perPage };
}
