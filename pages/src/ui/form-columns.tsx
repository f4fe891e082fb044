import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FormColumnsProps {
  readonly children: ReactNode;
}

/** Fields in two columns, below each other on a narrow screen. */
export const FormColumns = ({ children }: FormColumnsProps) => (
  <Box
    sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}
  >
    {children}
  </Box>
);
