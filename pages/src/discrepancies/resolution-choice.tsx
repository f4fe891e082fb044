import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { keysOf } from '../ui/options';
import { useFieldError } from '../ui/submission';
import { type Resolution, RESOLUTIONS } from './resolutions';

interface ResolutionChoiceProps {
  readonly label: string;
  /** Its path in the body of the call. */
  readonly name?: string | undefined;
  /** Undefined until the user chooses: none of the decisions is the usual one. */
  readonly value: Resolution | undefined;
  readonly onChange: (value: Resolution) => void;
}

/** How to decide, with the effect of each decision. */
export const ResolutionChoice = ({ label, name, value, onChange }: ResolutionChoiceProps) => {
  const id = useId();
  const error = useFieldError(name);
  return (
    <FormControl error={error !== undefined}>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        aria-invalid={error !== undefined}
        name={name}
        value={value ?? ''}
        onChange={(_event, chosen) => {
          const resolution = keysOf(RESOLUTIONS).find((known) => known === chosen);
          if (resolution !== undefined) onChange(resolution);
        }}
      >
        {keysOf(RESOLUTIONS).map((resolution) => (
          <FormControlLabel
            key={resolution}
            value={resolution}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', mb: 0.5, '& .MuiRadio-root': { py: 0.25 } }}
            label={
              <>
                {RESOLUTIONS[resolution].label}
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                  {RESOLUTIONS[resolution].meaning}
                </Typography>
              </>
            }
          />
        ))}
      </RadioGroup>
      {error !== undefined && <FormHelperText sx={{ mx: 0 }}>{error}</FormHelperText>}
    </FormControl>
  );
};
