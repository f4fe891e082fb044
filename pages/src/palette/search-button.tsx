import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

/** Opens the search for users of a mouse or of a screen that is touched. */
export const SearchButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button
    color="inherit"
    startIcon={<SearchIcon />}
    aria-label={t`Search`}
    title="Ctrl K"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
    sx={{ minWidth: 0, color: 'text.secondary', '& .MuiButton-startIcon': { mr: { xs: 0, md: 1 } } }}
  >
    <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
      <Trans>Search</Trans>
    </Box>
  </Button>
);
