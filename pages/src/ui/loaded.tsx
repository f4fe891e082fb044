import type { ReactNode } from 'react';

import { ErrorState } from './error-state';

interface LoadedProps<T> {
  /** The result of a query. */
  readonly answer: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** Shown until there is an answer. */
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows an answer; without one, that it is loading or why it could not be loaded. */
export function Loaded<T>({
  answer: { data, error, isPending, refetch },
  loading,
  children,
}: LoadedProps<T>) {
  return (
    <>
      {isPending && loading}
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </>
  );
}
