import { Octokit } from '@octokit/core';
import { enterpriseCloud } from '@octokit/plugin-enterprise-cloud';

import type { ScimBody } from '../../support/scim.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: ScimBody;
}

type Call = (parameters: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** GitHub's own calls of SCIM, by their names in its client. */
export interface ScimCalls {
  readonly provisionEnterpriseUser: Call;
  readonly getProvisioningInformationForEnterpriseUser: Call;
  readonly listProvisionedIdentitiesEnterprise: Call;
  readonly setInformationForProvisionedEnterpriseUser: Call;
  readonly updateAttributeForEnterpriseUser: Call;
  readonly deleteUserFromEnterprise: Call;
  readonly provisionEnterpriseGroup: Call;
  readonly getProvisioningInformationForEnterpriseGroup: Call;
  readonly listProvisionedGroupsEnterprise: Call;
  readonly setInformationForProvisionedEnterpriseGroup: Call;
  readonly updateAttributeForEnterpriseGroup: Call;
  readonly deleteScimGroupFromEnterprise: Call;
}

/**
 * The path of an enterprise below `/scim/v2/enterprises`. The client asks `/scim/v2/enterprises/../Users`, which its
 * HTTP library sends as `/scim/v2/Users`.
 */
export const HERE = { enterprise: '..' };

/** The client of GitHub's enterprises, which speaks SCIM 2.0, with this token. */
export function octokitScim(baseUrl: string, token: string): ScimCalls {
  const octokit = new (Octokit.plugin(enterpriseCloud))({ baseUrl });
  octokit.hook.before('request', (options) => {
    options.headers.authorization = `Bearer ${token}`;
  });
  // The plugin declares its methods as functions of anything.
  return octokit['enterpriseAdmin'] as unknown as ScimCalls;
}
