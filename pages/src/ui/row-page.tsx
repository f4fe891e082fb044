import type { ReactNode } from 'react';

import { isNotFound } from '../api/http';
import { PageLoading } from './page-loading';
import { ErrorState } from './error-state';
import { Page } from './page';
import { PageLink } from './page-link';

interface RowPageProps<T> {
  /** The list that the link above the content leads to. */
  readonly list: { readonly to: string; readonly label: string };
  readonly title: string;
  readonly answer: {
    readonly data?: T | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** In place of the error, when there is no such row. */
  readonly missing?: ReactNode;
  readonly actions?: (row: T) => ReactNode;
  readonly children: (row: T) => ReactNode;
}

/** The page of one row, with a link to its list. Without the row, that it is loading or why it could not be loaded. */
export function RowPage<T>({ list, title, answer, missing, actions, children }: RowPageProps<T>) {
  const { data, error, isPending, refetch } = answer;
  const isMissing = missing !== undefined && isNotFound(error);
  return (
    <Page
      title={title}
      intro={<PageLink to={list.to}>{list.label}</PageLink>}
      actions={data === undefined ? undefined : actions?.(data)}
    >
      {isPending && <PageLoading />}
      {isMissing && missing}
      {!isMissing && error !== null && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </Page>
  );
}
