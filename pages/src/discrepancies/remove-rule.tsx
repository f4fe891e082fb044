import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { RuleDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { fieldInWords } from '../mappings/record-fields';
import { ConfirmButton } from '../ui/confirm-button';
import { words } from '../ui/words';

/** Removes a rule after a confirmation. */
export const RemoveRule = ({ rule }: { readonly rule: RuleDto }) => {
  const api = useAdminApi();
  const refresh = useRefresh();
  const [field, form] = [fieldInWords(rule.field), words(rule.formType)];
  return (
    <IfMay act="operate">
      <ConfirmButton
        label={t`Remove`}
        button={{ 'aria-label': t`Remove the rule about ${field} of ${form}` }}
        title={t`Remove the rule?`}
        confirm={t`Remove`}
        danger
        onConfirm={async () => {
          await api.remove(`discrepancy-rules/${rule.id}`);
          refresh();
        }}
      >
        <Typography>
          <Trans>What it has decided stays decided. What is found from now on waits for a person.</Trans>
        </Typography>
      </ConfirmButton>
    </IfMay>
  );
};
