import type { ReactNode } from 'react';

import { ErrorState } from './error-state';
import { stillThere } from './forget-people';

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
export function Loaded<T>({ answer, loading, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = stillThere(answer);
  return (
    <>
      {isPending && loading}
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </>
  );
}
