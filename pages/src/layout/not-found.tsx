import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';

import { Page } from '../ui/page';

export const NotFound = () => (
  <Page
    title="Page not found"
    intro="There is no page at this address. It may have moved, or the address is not complete."
    actions={
      <Button component={Link} to="/" variant="contained">
        Go to the overview
      </Button>
    }
  />
);
