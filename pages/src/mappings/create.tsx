import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { Page } from '../ui/page';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { TextInput } from '../ui/text-input';

/** Asks for the form type; its links are edited on the page that follows. */
const Create = () => {
  const [formType, setFormType] = useState('');
  const navigate = useNavigate();
  const name = formType.trim();
  return (
    <Page title={t`Add a mapping`} intro={<PageLink to="/mappings">{t`Mappings`}</PageLink>}>
      <Section
        title={t`Form type`}
        intro={t`The name of the form type in submissions. Its mapping starts as a copy of the default mapping.`}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name !== '') void navigate(`/mappings/${encodeURIComponent(name)}`);
          }}
        >
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ maxWidth: 640 }}>
            <TextInput
              label={t`Form type`}
              value={formType}
              onChange={setFormType}
              slotProps={{ htmlInput: { maxLength: 64 } }}
            />
            <Button type="submit" variant="contained" disabled={name === ''} sx={{ flexShrink: 0 }}>
              <Trans>Continue</Trans>
            </Button>
          </Stack>
        </form>
      </Section>
    </Page>
  );
};
export default Create;
