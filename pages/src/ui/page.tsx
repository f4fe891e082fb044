import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { useHeading } from './use-heading';

interface PageProps {
  /** The page's only h1 and the browser tab's name. */
  readonly title: string;
  /** One sentence below the title. */
  readonly intro?: ReactNode;
  /** Beside the title: buttons, or a status. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of every page inside the layout. */
export const Page = ({ title, intro, actions, children }: PageProps) => {
  const heading = useHeading(title);
  return (
    <Box sx={{ py: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mb: 2, minHeight: 40 }}>
        <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Typography
            variant="h1"
            ref={heading}
            tabIndex={-1}
            sx={{ overflowWrap: 'break-word', '&:focus': { outline: 'none' } }}
          >
            {title}
          </Typography>
          {intro !== undefined && (
            <Typography component="p" color="textSecondary" sx={{ mt: 0.5, maxWidth: '70ch' }}>
              {intro}
            </Typography>
          )}
        </Box>
        {actions !== undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>{actions}</Box>
        )}
      </Box>
      {children}
    </Box>
  );
};
