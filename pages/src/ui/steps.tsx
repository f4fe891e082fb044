import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface StepsProps {
  readonly label: string;
  readonly steps: readonly string[];
}

/** What to do in another system, one after the other. */
export const Steps = ({ label, steps }: StepsProps) => (
  <Box>
    <Typography component="p" variant="body2" sx={{ fontWeight: 600 }}>
      {label}
    </Typography>
    <Box component="ol" sx={{ m: 0, pl: 3, '& li': { py: 0.25 } }}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </Box>
  </Box>
);
