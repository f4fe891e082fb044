import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
  readonly hint?: string;
}

/** A password, hidden until somebody asks to see it. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { label, value, onChange, autoComplete, error, hint } = props;
  const [shown, setShown] = useState(false);
  return (
    <TextField
      required
      label={label}
      name={autoComplete}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      value={value}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      slotProps={{
        htmlInput: { maxLength: 200 },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={shown ? 'Hide the password' : 'Show the password'}
                onClick={() => {
                  setShown(!shown);
                }}
              >
                {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
