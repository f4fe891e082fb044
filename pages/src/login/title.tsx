import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { PRODUCT, useHeading } from '../ui/use-heading';

interface TitleProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** The heading of a page without the menu. */
export const Title = ({ title, children }: TitleProps) => {
  const heading = useHeading(title);
  return (
    <Box sx={{ mb: 3 }}>
      <Typography component="p" variant="body2" color="textSecondary" sx={{ fontWeight: 600 }}>
        {PRODUCT}
      </Typography>
      <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
        {title}
      </Typography>
      {children !== undefined && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {children}
        </Typography>
      )}
    </Box>
  );
};
