import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { SignOnDraftDto, SignOnSetUpDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { useSubmit } from '../ui/use-submit';
import { When } from '../ui/when';
import { providerEntries } from './provider-entries';

/** A browser visits it; the provider sends the browser back to this page. */
const TEST = '/api/v1/admin/sign-on/test';

interface DraftSectionProps {
  readonly draft: SignOnDraftDto;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
}

/** Test, then switch on. */
export const DraftSection = ({ draft, onChanged }: DraftSectionProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const hasPassed = draft.testedAt !== null && draft.testProblem === null;
  const { submit, busy, message } = useSubmit(async () => {
    onChanged((await api.post<SignOnSetUpDto>('sign-on/switch-on')).data);
    notify(t`Single sign-on is on`, { type: 'success' });
  });
  return (
    <Section
      title={t`Test and switch on`}
      intro={
        <Trans>
          The test is a real login at your provider with your own account; it changes nothing here.
        </Trans>
      }
    >
      <DescriptionList
        entries={[
          ...providerEntries(draft),
          { label: t`Last test`, value: <When value={draft.testedAt} none={t`Not tested yet`} /> },
          ...(draft.testedSubject === null
            ? []
            : [{ label: t`Lasting name at the provider`, value: draft.testedSubject }]),
          ...(draft.testedAffiliations.length === 0
            ? []
            : [{ label: t`Affiliations`, value: draft.testedAffiliations.join(', ') }]),
        ]}
      />
      {draft.testProblem !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          <Trans>The test failed: {draft.testProblem}</Trans>
        </Alert>
      )}
      {hasPassed && (
        <Alert severity="success" sx={{ mt: 2 }}>
          <Trans>The test succeeded: {draft.testedEmail} was found.</Trans>
        </Alert>
      )}
      {message !== undefined && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {message}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 2 }}>
        <Button variant={hasPassed ? 'outlined' : 'contained'} href={TEST}>
          {draft.testedAt === null ? t`Test the login` : t`Test again`}
        </Button>
        {hasPassed && (
          <Button
            variant="contained"
            loading={busy}
            onClick={() => {
              void submit();
            }}
          >
            <Trans>Switch on</Trans>
          </Button>
        )}
      </Box>
    </Section>
  );
};
