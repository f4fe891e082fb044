import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Link, useLocation } from 'react-router-dom';

const VIEWS = [
  { to: '/submissions', label: t`By submission` },
  { to: '/discrepancy-groups', label: t`In groups` },
  { to: '/discrepancies', label: t`All fields` },
  { to: '/discrepancy-rules', label: t`Rules` },
] as const;

/** Links between the lists of the same discrepancies, and to the rules about them. */
export const Views = () => {
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={t`Views of discrepancies`}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {VIEWS.map(({ to, label }) => {
        const isShown = pathname === to;
        return (
          <Chip
            key={to}
            component={Link}
            to={to}
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
