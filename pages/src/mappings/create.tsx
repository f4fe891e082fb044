import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { Page } from '../ui/page';
import { Section } from '../ui/section';

/** Which form type it is for; what is linked is edited on its own page. */
const Create = () => {
  const [formType, setFormType] = useState('');
  const navigate = useNavigate();
  const name = formType.trim();
  return (
    <Page
      title="Add a mapping"
      intro={
        <Link component={RouterLink} to="/mappings">
          Mappings
        </Link>
      }
    >
      <Section title="Form type" intro="As the submissions name it. Its mapping begins with the default one.">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name !== '') void navigate(`/mappings/${encodeURIComponent(name)}`);
          }}
        >
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ maxWidth: 640 }}>
            <TextField
              label="Form type"
              value={formType}
              onChange={(event) => {
                setFormType(event.target.value);
              }}
              slotProps={{ htmlInput: { maxLength: 64 } }}
            />
            <Button type="submit" variant="contained" disabled={name === ''} sx={{ flexShrink: 0 }}>
              Continue
            </Button>
          </Stack>
        </form>
      </Section>
    </Page>
  );
};
export default Create;
