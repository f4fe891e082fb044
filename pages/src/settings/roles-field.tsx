import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';

import { words } from '../ui/status-chip';
import { COMMITTEE_ROLES } from './model';

interface RolesFieldProps {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (roles: readonly string[]) => void;
}

/** The roles without which a committee is not complete. */
export const RolesField = ({ value, error, onChange }: RolesFieldProps) => (
  <FormControl component="fieldset" error={error !== undefined}>
    <FormLabel component="legend">Required roles</FormLabel>
    <FormGroup row>
      {COMMITTEE_ROLES.map((role) => (
        <FormControlLabel
          key={role}
          label={words(role)}
          control={
            <Checkbox
              checked={value.includes(role)}
              onChange={(_event, checked) => {
                // In the order in which they are always told.
                onChange(
                  COMMITTEE_ROLES.filter((other) => (other === role ? checked : value.includes(other))),
                );
              }}
            />
          }
        />
      ))}
    </FormGroup>
    <FormHelperText sx={{ mx: 0 }}>
      {error ??
        'Somebody who is active and has accepted must hold each of these for a committee to be complete.'}
    </FormHelperText>
  </FormControl>
);
