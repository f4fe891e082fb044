import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useListContext } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';

import { useFilterValues } from '../ui/list/filter-values';

const VIEWS = [
  { to: '/progress', label: t`List` },
  { to: '/progress-timeline', label: t`Timeline` },
] as const;

/** Links between the views of the same students; filters and order go with them. */
export const Views = () => {
  const { pathname } = useLocation();
  const { sort } = useListContext();
  const filter = JSON.stringify(useFilterValues());
  const query = new URLSearchParams({ filter, sort: sort.field, order: sort.order, page: '1' }).toString();
  return (
    <Box
      component="nav"
      aria-label={t`Views of progress`}
      sx={{ display: 'flex', displayPrint: 'none', flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {VIEWS.map(({ to, label }) => {
        const isShown = pathname === to;
        return (
          <Chip
            key={to}
            component={Link}
            to={`${to}?${query}`}
            clickable
            label={label}
            color={isShown ? 'primary' : 'default'}
            variant={isShown ? 'filled' : 'outlined'}
            aria-current={isShown ? 'page' : undefined}
          />
        );
      })}
    </Box>
  );
};
