import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { ALERT_SETTINGS } from '../alerts';
import type { FirstStepDto, FirstStepsDto } from '../api/openapi';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { useConfirmUniversity } from './use-confirm-university';
import { useHideFirstSteps } from './use-first-steps';

interface StepWords {
  readonly title: string;
  readonly text: string;
  /** The words on the button. */
  readonly act: string;
  readonly to: string;
}

const STEPS: Readonly<Record<FirstStepDto['step'], StepWords>> = {
  university: {
    title: t`Domain and time zone`,
    text: t`The time zone decides when a day begins; the domain is for users who are sent without an address.`,
    act: t`Change them`,
    to: '/settings/university',
  },
  key: {
    title: t`A key for the SIS`,
    text: t`Your student information system calls with a key, which you hand over by a link that works once.`,
    act: t`Make a key`,
    to: '/keys',
  },
  call: {
    title: t`The first call`,
    text: t`As soon as the key is used, its call is listed with the answer, also when it was refused.`,
    act: t`See the calls`,
    to: '/requests',
  },
  dryRun: {
    title: t`A dry run`,
    text: t`The SIS sends people with dryRun, or you plan a file here: you see what would happen, and nothing does.`,
    act: t`Plan a file`,
    to: '/files',
  },
  run: {
    title: t`The first run`,
    text: t`The same people without dryRun are created, and the run is listed with what became of them.`,
    act: t`See what was sent`,
    to: '/runs',
  },
  limits: {
    title: t`Limits of de-provisioning`,
    text: t`You choose how many users may lose their access at once before an administrator is asked.`,
    act: t`Choose limits`,
    to: '/settings/limits',
  },
  milestones: {
    title: t`Milestones of a program`,
    text: t`Whether a student is on time follows from the milestones of the program; yours may differ from the usual ones.`,
    act: t`Edit the plan`,
    to: '/milestones',
  },
  colleague: {
    title: t`A colleague`,
    text: t`With a second user of these pages someone can act while you are away.`,
    act: t`Invite one`,
    to: '/administrators',
  },
  signOn: {
    title: t`Single sign-on`,
    text: t`You and your colleagues log in with the account of the university, without another password.`,
    act: t`Connect the login`,
    to: '/sign-on',
  },
  alerts: {
    title: t`Recipients of messages`,
    text: t`When a run is late or a key expires, the service writes to the addresses that you name.`,
    act: t`Name addresses`,
    to: ALERT_SETTINGS,
  },
};

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

interface OpenStepProps {
  readonly step: FirstStepDto['step'];
  readonly isNext: boolean;
  readonly university: FirstStepsDto['university'];
}

const OpenStep = ({ step, isNext, university }: OpenStepProps) => {
  const { title, text, act, to } = STEPS[step];
  const confirm = useConfirmUniversity();
  const isOfUniversity = step === 'university';
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Typography component="p" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
        {isOfUniversity && (
          <Typography variant="body2">
            <Trans>
              Now: {university.emailDomain}, {university.timeZone}
            </Trans>
          </Typography>
        )}
      </Box>
      {isOfUniversity && (
        <Button size="small" variant="outlined" onClick={() => void confirm()}>
          <Trans>Both are right</Trans>
        </Button>
      )}
      <Button component={RouterLink} to={to} size="small" variant={isNext ? 'contained' : 'outlined'}>
        {act}
      </Button>
    </Box>
  );
};

const DoneSteps = ({ steps }: { readonly steps: readonly FirstStepDto[] }) => (
  <Box component="details" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
    <Box component="summary" sx={{ cursor: 'pointer' }}>
      <Trans>Done: {grouped(steps.length)}</Trans>
    </Box>
    <Box component="ul" aria-label={t`Done`} sx={{ ...LIST, mt: 1 }}>
      {steps.map(({ step, doneAt }) => (
        <Box component="li" key={step} sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 0.25 }}>
          <CheckCircleIcon aria-hidden color="success" fontSize="small" />
          <span>{STEPS[step].title}</span>
          {doneAt !== null && (
            <Typography component="span" variant="body2" color="textSecondary">
              <When value={doneAt} />
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  </Box>
);

const DemoLink = () => (
  <Typography variant="body2" sx={{ pt: 1, borderTop: 1, borderColor: 'divider' }}>
    <Trans>
      <Link href="/docs#qa">Look at the demo university</Link>: a sandbox with invented people, which a tester
      makes by one call and you open with its login.
    </Trans>
  </Typography>
);

const Checklist = ({ steps, university, hasSandboxes }: FirstStepsDto) => {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  return (
    <>
      <Box component="ol" aria-label={t`Open steps`} sx={LIST}>
        {open.map(({ step }, place) => (
          <OpenStep key={step} step={step} isNext={place === 0} university={university} />
        ))}
      </Box>
      {done.length > 0 && <DoneSteps steps={done} />}
      {hasSandboxes && <DemoLink />}
    </>
  );
};

/** What a new university has yet to set up. A step is ticked by what is there. */
const FirstSteps = ({ firstSteps }: { readonly firstSteps: FirstStepsDto }) => {
  const hide = useHideFirstSteps();
  const [isHiddenNow, setHiddenNow] = useState(false);
  const { state, steps } = firstSteps;
  if (state === 'done' || (state === 'hidden' && !isHiddenNow)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const isHidden = state === 'hidden';
  const button = (
    <Button
      size="small"
      onClick={() => {
        setHiddenNow(true);
        void hide(!isHidden);
      }}
    >
      {isHidden ? t`Show them again` : t`Hide for everyone`}
    </Button>
  );
  return isHidden ? (
    <Section title={t`First steps`} intro={t`No administrator sees them any more.`} actions={button} />
  ) : (
    <Section
      title={t`First steps`}
      intro={t`${grouped(done)} of ${grouped(steps.length)} done. A step is ticked as soon as it is done.`}
      actions={button}
    >
      <Checklist {...firstSteps} />
    </Section>
  );
};
export default FirstSteps;
