import { t } from '@lingui/core/macro';
import { useListContext } from 'react-admin';

import { useFilterValues } from '../ui/list/filter-values';
import { ViewLinks } from '../ui/view-links';

const VIEWS = [
  { to: '/progress', label: t`List` },
  { to: '/progress-timeline', label: t`Timeline` },
  { to: '/trends/pacing', label: t`By term and program` },
] as const;

/** Links between the views of the same students; filters and order go with them. */
export const Views = () => {
  const { sort } = useListContext();
  const filter = JSON.stringify(useFilterValues());
  const query = new URLSearchParams({ filter, sort: sort.field, order: sort.order, page: '1' }).toString();
  return <ViewLinks label={t`Views of progress`} views={VIEWS} query={query} />;
};
