import { t } from '@lingui/core/macro';

import type { CreateConnectionDto } from '../api/openapi';

export type DirectoryProvider = 'entra' | 'okta' | 'onelogin' | 'google' | 'other';

interface ProviderGuide {
  readonly label: string;
  /** What to do at the provider with the URL and the token. */
  readonly steps: readonly string[];
}

export const DIRECTORY_PROVIDERS: Readonly<Record<DirectoryProvider, ProviderGuide>> = {
  entra: {
    label: t`Entra ID`,
    steps: [
      t`Entra admin center: Enterprise apps → New application → Create your own application → Integrate any other application.`,
      t`Provisioning → New configuration. Tenant URL: the URL with ?aadOptscim062020 behind it. Secret token: the token. Test the connection.`,
      t`Attribute mapping, Users: match on userName; map employeeId to employeeNumber of the enterprise extension, and userType to Student, Faculty or Staff.`,
      t`Attribute mapping, Groups: switch it off unless the groups are needed; they give no rights here.`,
      t`Assign people, provision one on demand, then start provisioning.`,
    ],
  },
  okta: {
    label: t`Okta`,
    steps: [
      t`Create a SAML or OIDC app with the wizard, set Provisioning to SCIM under General, and open the tab Provisioning.`,
      t`SCIM connector base URL: the URL. Unique identifier field: userName. Authentication mode: HTTP Header with the token.`,
      t`Actions: import new users, push new users, push profile updates, and push groups if wanted. Test the connector.`,
      t`To App: enable create, update and deactivate. Leave Sync Password off.`,
      t`Add employeeNumber and userType to the app’s profile and map them.`,
    ],
  },
  onelogin: {
    label: 'OneLogin',
    steps: [
      t`Add the app “SCIM Provisioner with SAML (SCIM v2 Enterprise)”.`,
      t`SCIM base URL: the URL. SCIM bearer token: the token. Enable the API connection.`,
      t`In the JSON template keep userName, name, emails and the enterprise extension; leave active out.`,
      t`Provisioning: enable it, and choose Suspend or Delete for people who lose the app.`,
    ],
  },
  google: {
    label: t`Google Workspace`,
    steps: [
      t`Apps → Web and mobile apps → the SAML app → Auto-provisioning. Endpoint URL: the URL. Access token: the token.`,
      t`Map the primary address to userName and emails, and the employee ID to employeeNumber.`,
      t`Choose under Deprovisioning after how long a person is suspended or deleted.`,
    ],
  },
  other: {
    label: t`Another provider (SCIM 2.0)`,
    steps: [
      t`Base URL: the URL. Authentication: HTTP header, Bearer, with the token.`,
      t`Map the sign-in name to userName, the address to emails, and the number of the SIS to employeeNumber of the enterprise extension.`,
      t`Map an attribute that is Student, Faculty or Staff to userType, or choose a default account type here.`,
    ],
  },
};

export const ACCOUNT_TYPES = {
  '': t`None: the provider names it for each person`,
  Staff: t`Staff`,
  Faculty: t`Faculty`,
  Student: t`Student`,
} as const;

/** The account type of a chosen option; null for none. */
export function accountTypeOf(chosen: keyof typeof ACCOUNT_TYPES): CreateConnectionDto['defaultAccountType'] {
  return chosen === '' ? null : chosen;
}
