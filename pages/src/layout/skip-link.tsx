import Link from '@mui/material/Link';

/** The first stop of the Tab key. It is a button, as `#main-content` would be a route of the hash router. */
export const SkipLink = () => (
  <Link
    component="button"
    type="button"
    onClick={() => document.getElementById('main-content')?.focus()}
    sx={{
      position: 'absolute',
      left: 8,
      top: -48,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      bgcolor: 'background.paper',
      borderRadius: 1,
      '&:focus': { top: 8 },
    }}
  >
    Skip to the content
  </Link>
);
