import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { SignOnDraftDto, SignOnSetUpDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { OfService } from '../ui/of-service';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { providerEntries } from './provider-entries';
import { SwitchButton } from './switch-button';

/** A browser visits it; the provider sends the browser back to this page. */
const TEST = '/api/v1/admin/sign-on/test';

interface DraftSectionProps {
  readonly draft: SignOnDraftDto;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
}

/** Test, then switch on. */
export const DraftSection = ({ draft, onChanged }: DraftSectionProps) => {
  const hasPassed = draft.testedAt !== null && draft.testProblem === null;
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
          <Trans>
            The test failed: <OfService text={draft.testProblem} translations={draft.translations} />
          </Trans>
        </Alert>
      )}
      {hasPassed && (
        <Alert severity="success" sx={{ mt: 2 }}>
          <Trans>The test succeeded: {draft.testedEmail} was found.</Trans>
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 2 }}>
        <Button variant={hasPassed ? 'outlined' : 'contained'} href={TEST}>
          {draft.testedAt === null ? t`Test the login` : t`Test again`}
        </Button>
        {hasPassed && (
          <SwitchButton
            to="on"
            label={t`Switch on`}
            title={t`Switch single sign-on on?`}
            action={t`Switch it on`}
            done={t`Single sign-on is on`}
            onChanged={onChanged}
          >
            <Trans>From then on, this provider decides who logs in as which colleague.</Trans>
          </SwitchButton>
        )}
      </Box>
    </Section>
  );
};
