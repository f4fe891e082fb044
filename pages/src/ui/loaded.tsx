import type { ReactNode } from 'react';

import { ErrorState } from './error-state';

interface LoadedProps<T> {
  /** Of react-query. */
  readonly answer: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** What is shown until there is an answer. */
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** What an answer is shown as; while there is none, that it is loading or why it could not be had. */
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
