import { useRef } from 'react';
import { useListContext } from 'react-admin';

import { type FilterValues, useFilterValues } from '../filter-values';
import type { Filter } from '../types';

interface Filters {
  readonly values: FilterValues;
  /** Sets filters by their sources; an empty value ends one. */
  readonly change: (changes: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}

/** The filters of the list around the component, and how they are changed. */
export function useFilters(): Filters {
  const { setFilters } = useListContext();
  const values = useFilterValues();
  // When two fields change within one pause, both changes must be applied.
  const latest = useRef(values);
  latest.current = values;
  const set = (next: FilterValues) => {
    latest.current = next;
    setFilters(next);
  };
  return {
    values,
    change: (changes) => {
      const next = Object.entries({ ...latest.current, ...changes }).filter(([, value]) => value !== '');
      set(Object.fromEntries(next));
    },
    clear: () => {
      set({});
    },
  };
}

/** Both ends of a range of days, or the one parameter of another filter. */
export function sourcesOf({ source, until }: Filter): readonly string[] {
  return until === undefined ? [source] : [source, until];
}
