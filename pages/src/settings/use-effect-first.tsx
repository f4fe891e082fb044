import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import { isRefusal } from '../api/http';
import type { SettingsEffectDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { Submission } from '../ui/submission';
import { effectLines } from './effect-lines';

type Change = Readonly<Record<string, unknown>>;

/** The settings whose effect can be counted. */
const COUNTED = [
  'pacing',
  'requiredCommitteeRoles',
  'timeZone',
  'deprovisioningGuard',
  'deprovisioningPauses',
  'retention',
  'demandSecondFactor',
];

interface Question {
  /** Undefined when the effect could not be counted. */
  readonly lines: readonly string[] | undefined;
  readonly isRemoval: boolean;
  readonly answer: (isWanted: boolean) => void;
}

/** Where not all could be counted, there may be some. */
function isRemoved({ count, isWhole }: SettingsEffectDto['removals'][number]): boolean {
  return count > 0 || !isWhole;
}

/**
 * Says what a change does before it is saved, where that can be counted and is not nothing.
 * @param changes what would be saved
 * @returns the submission with that question, which is to be shown beside the form
 */
export function useEffectFirst(
  submission: Submission,
  changes: () => Change,
): { readonly submission: Submission; readonly effect: ReactNode } {
  const api = useAdminApi();
  const [counting, setCounting] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const ask = (lines: Question['lines'], isRemoval: boolean) =>
    new Promise<boolean>((resolve) => {
      const answer = (isWanted: boolean) => {
        setAsked(undefined);
        resolve(isWanted);
      };
      setAsked({ lines, isRemoval, answer });
    });
  /** Undefined when it could not be counted; none when the save is refused for the same reason, at its field. */
  const linesOf = async (change: Change): Promise<Pick<Question, 'lines' | 'isRemoval'>> => {
    setCounting(true);
    try {
      const { data } = await api.post<SettingsEffectDto>('settings/preview', change);
      return { lines: effectLines(data), isRemoval: data.removals.some(isRemoved) };
    } catch (error) {
      return { lines: isRefusal(error, 'VALIDATION_FAILED') ? [] : undefined, isRemoval: false };
    } finally {
      setCounting(false);
    }
  };
  const mayContinue = async (change: Change) => {
    if (!COUNTED.some((name) => name in change)) return true;
    const { lines, isRemoval } = await linesOf(change);
    return lines?.length === 0 || ask(lines, isRemoval);
  };
  return {
    submission: {
      ...submission,
      busy: submission.busy || counting,
      submit: async () => (await mayContinue(changes())) && submission.submit(),
    },
    effect: asked && <EffectQuestion {...asked} />,
  };
}

const EffectQuestion = ({ lines, isRemoval, answer }: Question) => (
  <ConfirmDialog
    open
    danger={isRemoval}
    title={t`What this change does`}
    confirm={t`Save the change`}
    onConfirm={() => {
      answer(true);
      return Promise.resolve();
    }}
    onClose={() => {
      answer(false);
    }}
  >
    {lines === undefined ? (
      <Typography>
        <Trans>What it does could not be counted. It can be saved all the same.</Trans>
      </Typography>
    ) : (
      lines.map((line) => (
        <Typography key={line} sx={{ mb: 1 }}>
          {line}
        </Typography>
      ))
    )}
  </ConfirmDialog>
);
