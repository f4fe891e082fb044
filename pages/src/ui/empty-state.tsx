import InboxIcon from '@mui/icons-material/Inbox';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  /** Below the rest, such as an example. */
  readonly children?: ReactNode;
}

export const EmptyState = ({ title, hint, action, children }: EmptyStateProps) => (
  <Box sx={{ textAlign: 'center', py: 6, px: 2 }}>
    <InboxIcon sx={{ fontSize: 40, color: 'text.secondary' }} />
    <Typography component="p" sx={{ fontWeight: 600, mt: 1 }}>
      {title}
    </Typography>
    {hint !== undefined && (
      <Typography
        component="p"
        variant="body2"
        color="textSecondary"
        sx={{ mt: 0.5, mx: 'auto', maxWidth: '60ch' }}
      >
        {hint}
      </Typography>
    )}
    {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    {children}
  </Box>
);
