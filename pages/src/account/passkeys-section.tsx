import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { AccountDto, PasskeyDto } from '../api/openapi';
import { OFFERS_PASSKEYS } from '../api/passkeys';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { AddPasskeyDialog } from './add-passkey-dialog';
import { RemovePasskeyDialog } from './remove-passkey-dialog';

interface PasskeysSectionProps {
  readonly account: AccountDto;
  readonly onChanged: () => void;
}

/** Passkeys beside the password. */
export const PasskeysSection = ({ account, onChanged }: PasskeysSectionProps) => {
  const [open, setOpen] = useState<'add' | PasskeyDto>();
  const close = () => {
    setOpen(undefined);
    onChanged();
  };
  const { passkeys } = account;
  return (
    <Section
      title={t`Passkeys`}
      intro={t`After the password you confirm with your fingerprint, your face, the PIN of a device or a security key. A passkey works only on this site, so another one cannot steal it.`}
    >
      {passkeys.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.passkeyId}
              passkey={passkey}
              onRemove={() => {
                setOpen(passkey);
              }}
            />
          ))}
        </Box>
      )}
      {OFFERS_PASSKEYS ? (
        <Button
          variant={passkeys.length === 0 ? 'contained' : 'outlined'}
          onClick={() => {
            setOpen('add');
          }}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <Typography>
          <Trans>
            This browser offers no passkeys here. They need a current browser, and pages that come over https.
          </Trans>
        </Typography>
      )}
      {open === 'add' && <AddPasskeyDialog account={account} onClose={close} />}
      {typeof open === 'object' && <RemovePasskeyDialog account={account} passkey={open} onClose={close} />}
    </Section>
  );
};

interface RowProps {
  readonly passkey: PasskeyDto;
  readonly onRemove: () => void;
}

const Row = ({ passkey: { name, createdAt, lastUsedAt }, onRemove }: RowProps) => (
  <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 0.5 }}>
    <Box component="strong" sx={{ minWidth: '9rem', overflowWrap: 'anywhere' }}>
      {name}
    </Box>
    <span>
      <Trans>
        added <When value={createdAt} />
      </Trans>
    </span>
    <span>
      {lastUsedAt === null ? (
        <Trans>not used yet</Trans>
      ) : (
        <Trans>
          last used <When value={lastUsedAt} />
        </Trans>
      )}
    </span>
    <Button size="small" color="error" aria-label={t`Remove the passkey ${name}`} onClick={onRemove}>
      <Trans>Remove</Trans>
    </Button>
  </Box>
);
