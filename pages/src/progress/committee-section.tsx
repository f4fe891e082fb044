import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { CommitteeDto, MemberDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { StatusChip, type Tone } from '../ui/status-chip';
import { words } from '../ui/words';
import { Day } from '../ui/when';

const COMMITTEE_TONES: Readonly<Record<CommitteeDto['status'], Tone>> = {
  not_started: 'neutral',
  approved: 'success',
  pending_approval: 'info',
  forming: 'warning',
  dissolved: 'neutral',
};
const MEMBER_TONES: Readonly<Record<MemberDto['status'], Tone>> = {
  accepted: 'success',
  invited: 'info',
  declined: 'error',
  removed: 'neutral',
};

const Member = ({ member }: { readonly member: MemberDto }) => (
  <Box
    component="li"
    sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 1.25, borderTop: 1, borderColor: 'divider' }}
  >
    <Box sx={{ flex: '1 1 10rem', minWidth: 0 }}>
      <PageLink to={showAddress('users', member.facultyId)} sx={{ fontWeight: 600 }}>
        {member.name}
      </PageLink>
      <Typography variant="body2" color="textSecondary">
        {words(member.role)}
      </Typography>
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      {member.isExternal && <StatusChip value="external" tone="neutral" />}
      {!member.active && <StatusChip value="inactive" label={t`Account inactive`} tone="error" />}
      <StatusChip value={member.status} tone={MEMBER_TONES[member.status]} />
    </Box>
  </Box>
);

export const CommitteeSection = ({ committee }: { readonly committee: CommitteeDto }) => {
  const { status, formedOn, missingRoles, members } = committee;
  return (
    <Section title={t`Committee`} actions={<StatusChip value={status} tone={COMMITTEE_TONES[status]} />}>
      {missingRoles.length > 0 && (
        <Alert severity="warning" role="note" sx={{ mb: 2 }}>
          <Trans>Missing roles: {missingRoles.map((role) => words(role).toLowerCase()).join(', ')}</Trans>
        </Alert>
      )}
      {formedOn !== null && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          <Trans>
            Formed <Day value={formedOn} />
          </Trans>
        </Typography>
      )}
      {members.length === 0 && (
        <Typography color="textSecondary">
          <Trans>No members yet.</Trans>
        </Typography>
      )}
      {members.length > 0 && (
        <Box component="ul" aria-label={t`Members`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {members.map((member) => (
            <Member key={member.facultyId} member={member} />
          ))}
        </Box>
      )}
    </Section>
  );
};
