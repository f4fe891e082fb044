import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';

import { type AdminDataProvider, useAdminApi } from '../../api/data-provider';
import { isNotFound, isRefusal } from '../../api/http';
import type { ViewDto } from '../../api/openapi';

/** The view that the address of a list names. */
export interface OpenedView {
  readonly list: string;
  /** Undefined when the address names none. */
  readonly id: string | undefined;
  /** Undefined until it is loaded, and when there is none. */
  readonly view: ViewDto | undefined;
  /** By which a change says what it is based on. */
  readonly tag: string | undefined;
  /** The address has filters of its own, in place of those of the view. */
  readonly hasOwnFilters: boolean;
  readonly isMissing: boolean;
  /** Why it could not be loaded, where it is not missing. */
  readonly error: Error | null;
  readonly reload: () => void;
}

export function viewKey(id: string | undefined): readonly unknown[] {
  return ['view', id];
}

/** The call for a view. */
export function viewQuery(api: AdminDataProvider, id: string | undefined) {
  return {
    queryKey: viewKey(id),
    queryFn: () => api.get<ViewDto>(`views/${encodeURIComponent(id ?? '')}`),
    retry: false,
  } as const;
}

/** What the address says: `?view=` alone follows the view; filters that the user has changed are there too. */
export function useViewOfAddress(list: string): OpenedView {
  const api = useAdminApi();
  const parameters = new URLSearchParams(useLocation().search);
  const id = parameters.get('view') ?? undefined;
  const { data, error, refetch } = useQuery({
    ...viewQuery(api, id),
    enabled: id !== undefined,
    // What a colleague saves does not replace the rows that the user is about to act on.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isOfAnother = data !== undefined && data.data.list !== list;
  // An ID that is none is refused as such.
  const isMissing = isOfAnother || isNotFound(error) || isInvalid(error);
  return {
    list,
    id,
    view: isMissing || id === undefined ? undefined : data?.data,
    tag: data?.tag,
    hasOwnFilters: parameters.has('filter'),
    isMissing,
    error: isMissing ? null : error,
    reload: () => void refetch(),
  };
}

function isInvalid(error: unknown): boolean {
  return isRefusal(error, 'VALIDATION_FAILED');
}

/** Whether the rows are those that the address is about: an unfiltered list is never shown in place of a view. */
export function isReady({ id, view, hasOwnFilters, isMissing }: OpenedView): boolean {
  return id === undefined || view !== undefined || (hasOwnFilters && isMissing);
}
