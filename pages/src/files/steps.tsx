import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { keysOf } from '../ui/options';
import { Section } from '../ui/section';

const STEPS = {
  file: t`File`,
  columns: t`Columns and words`,
  plan: t`Plan`,
  apply: t`Apply`,
} as const;
const ORDER = keysOf(STEPS);

const INTROS: Readonly<Partial<Record<Step, string>>> = {
  columns: t`Which column fills which field, and what its words mean. Columns that are not sent are never stored.`,
  plan: t`What the file would do. Nothing is written until you apply it.`,
};

/** A step on the way of a file; each has an address, so that the browser's buttons lead through them. */
export type Step = keyof typeof STEPS;

/** Shows another step; the step before is the one to which the browser goes back. */
export type GoTo = (step: Step, options?: { readonly replace: boolean }) => void;

/** Says that the file was lost with the page. */
const LOST = 'lost';

/** The address of the first step, for a page that has lost its file. */
export const WITHOUT_FILE = `/files?${LOST}`;

/** The address of the step to which a page goes that has no result. */
export const PLAN = '/files?step=plan';

/** The step that the address names. */
export function useStep(): { readonly step: Step; readonly isLost: boolean; readonly goTo: GoTo } {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const step = ORDER.find((one) => one === query.get('step')) ?? 'file';
  const goTo = useCallback<GoTo>(
    (next, options = { replace: false }) => {
      void navigate(next === 'file' ? '/files' : `/files?step=${next}`, options);
    },
    [navigate],
  );
  return { step, isLost: query.has(LOST), goTo };
}

interface StepSectionProps {
  readonly step: Step;
  readonly children: ReactNode;
}

/** The step that is shown, and where it stands among the others. Its heading has the focus when it is entered. */
export const StepSection = ({ step, children }: StepSectionProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  const title = step === 'apply' ? t`The file is applied` : STEPS[step];
  return (
    <>
      <Box
        component="ol"
        aria-label={t`Steps`}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 3,
          rowGap: 0.5,
          listStyle: 'none',
          p: 0,
          mt: 0,
          mb: 2,
        }}
      >
        {ORDER.map((one, index) => (
          <Box
            component="li"
            key={one}
            aria-current={one === step ? 'step' : undefined}
            sx={{
              py: 0.5,
              borderBottom: 2,
              borderColor: one === step ? 'primary.main' : 'transparent',
              fontWeight: one === step ? 600 : 400,
              color: one === step ? 'text.primary' : 'text.secondary',
            }}
          >
            {index + 1}. {STEPS[one]}
          </Box>
        ))}
      </Box>
      <Section title={`${ORDER.indexOf(step) + 1}. ${title}`} intro={INTROS[step]} headingRef={heading}>
        {children}
      </Section>
    </>
  );
};
