import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';

import { CodeField } from '../account/code-field';
import type { NeededFactors } from './needed-factors';

interface FactorFieldsProps {
  readonly needed: NeededFactors;
  readonly code: string;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
  readonly onPasskey: () => void;
}

/** A passkey, a code, or a choice of the two. */
export const FactorFields = ({ needed, code, busy, onCode, onPasskey }: FactorFieldsProps) => (
  <>
    {needed.passkey && (
      <Button
        variant={needed.code ? 'outlined' : 'contained'}
        size="large"
        loading={busy}
        onClick={onPasskey}
      >
        <Trans>Confirm with a passkey</Trans>
      </Button>
    )}
    {needed.passkey && needed.code && (
      <Divider>
        <Trans>or</Trans>
      </Divider>
    )}
    {needed.code && <CodeField value={code} onChange={onCode} />}
  </>
);
