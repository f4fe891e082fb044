import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, type RefObject, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** For a heading that gets the focus. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  readonly children?: ReactNode;
}

/** A card with an h2; a landmark that screen readers can jump to. */
export const Section = ({ title, intro, actions, headingRef, children }: SectionProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: { xs: 2, md: 3 }, mb: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
        <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
          <Typography
            variant="h2"
            id={id}
            {...(headingRef !== undefined && { ref: headingRef, tabIndex: -1 })}
            sx={{ '&:focus': { outline: 'none' } }}
          >
            {title}
          </Typography>
          {intro !== undefined && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: '70ch' }}>
              {intro}
            </Typography>
          )}
        </Box>
        {actions}
      </Box>
      {children}
    </Paper>
  );
};
