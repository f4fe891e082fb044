import type { ReactNode } from 'react';

import type { ChartData } from '../charts/chart-data';
import { Picture, type PictureProps } from '../charts/picture';
import { ErrorState } from '../ui/error-state';
import { Loading } from './loading';
import type { Trend } from './use-trend';

interface TrendPictureProps<T> extends Omit<PictureProps, 'data' | 'isOld' | 'children'> {
  readonly answer: Trend<T>;
  readonly dataOf: (found: T) => ChartData;
  readonly children?: (found: T) => ReactNode;
}

/** The picture of an answer. Where there is none it says why, beside the choices, so that another can be made. */
export function TrendPicture<T>({ answer, dataOf, children, ...head }: TrendPictureProps<T>) {
  const { data, error, isPending, isPlaceholderData, refetch } = answer;
  if (isPending) return <Loading />;
  return (
    <Picture {...head} data={data === undefined ? undefined : dataOf(data)} isOld={isPlaceholderData}>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children?.(data)}
    </Picture>
  );
}
