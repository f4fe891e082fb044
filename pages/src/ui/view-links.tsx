import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Link, useLocation } from 'react-router-dom';

interface ViewLinksProps {
  readonly label: string;
  readonly views: readonly { readonly to: string; readonly label: string }[];
  /** What of the list that is shown goes with the user to another view, as it stands in an address. */
  readonly query?: string;
}

/** Links between views of the same things; the one that is shown is marked. */
export const ViewLinks = ({ label: ofAll, views, query }: ViewLinksProps) => {
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={ofAll}
      sx={{ display: 'flex', displayPrint: 'none', flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {views.map(({ to, label }) => {
        const isShown = pathname === to;
        return (
          <Chip
            key={to}
            component={Link}
            to={query === undefined ? to : `${to}?${query}`}
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
