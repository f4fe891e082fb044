/**
 * Examples of fields that have none of their own, by name, so that all calls show the same student and the same
 * form. A field whose name means something else somewhere has an example at its declaration there.
 */
export const FIELDS: Readonly<Record<string, string>> = {
  email: 'ann.lee@northern.example.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  name: 'Ann M. Lee',
  studentId: '950000001',
  emailDomain: 'northern.example.edu',
  code: 'proposal_defense',
  formType: 'degree_change',
  submitted: 'EdD',
  claimId: 'n0XbmPq3sT7uVw9yZa2c4e',
  contentHash: 'b59ad5d51bc8a35b4d4f67d3d4bcae33f6d6ae7e7c9a1c3b0a9a4f2a4a9e6f10',
  dataschema: 'https://integration.example.edu/docs/schemas/sync-envelope.v1.json',
  actor: 'key:ik_0000000000000000000000000a',
  actorLabel: 'SIS nightly',
  apiKey: 'ik_0000000000000000000000000a',
  requestId: 'nightly-2026-11-20.1',
  tenantId: 'tn_00112233445566778899aabbcc',
  csrfToken: '4uHk0mXrJ8x2b1n7Qy5Zt3wVfGd6PcSa',
  token: 'Zb3kYx9Qm2Lr7Vt5Nw8Jd4Hs6Fg1Pc0aUe8Ri3Ky7Xo',
  password: 'correct horse battery staple',
  currentPassword: 'correct horse battery staple',
  redirectUri: 'https://integration.example.edu/api/v1/admin/sso/callback',
  byLabel: 'Bo Cruz',
  facts: 'nightly-# usually starts by 22:10 and has not started.',
  rule: 'Opens when a nightly run is an hour late; over when it has begun.',
  errorGroup: '5f1d0e9c7a3b2841',
  message: 'Another administrator has decided meanwhile.',
};

/** What an address names, where the call says no more about it. */
interface PathParameter {
  readonly example: string | number;
  readonly description: string;
}

const PERSON: PathParameter = {
  example: '950000001',
  description: 'The 950/951 ID, else the legacyNumber; URL-encoded',
};

/** Parameters of addresses by name, and before that by the end of the address up to them. */
const PARAMETERS: readonly (readonly [RegExp, PathParameter])[] = [
  [/\/users\/\{id\}$/, PERSON],
  [/\/sandbox\/tenants\/\{id\}$/, { example: 'sb0123456789ab', description: 'The tenantId of the answer' }],
  [/\{studentId\}$/, PERSON],
  [/\{userId\}$/, { example: '951000001', description: 'The ID of the user' }],
  [
    /\/holds\/\{id\}$/,
    { example: 'hd_00112233445566778899aabbcc', description: 'meta.holdId of the answer' },
  ],
  [
    /\/conflicts\/\{id\}$/,
    { example: 'cf_00112233445566778899aabbcc', description: 'error.conflictId, or meta.conflictId' },
  ],
  [
    /\/alerts\/\{id\}$/,
    { example: 'al_00112233445566778899aabbcc', description: 'The id of the row in the list of alerts' },
  ],
  [
    /\/discrepancies\/\{id\}$/,
    { example: '4711', description: 'The id of the discrepancy in its submission' },
  ],
  [/\/requests\/\{id\}$/, { example: '4711', description: 'The id of the row in the request log' }],
  [/\/audit\/\{id\}$/, { example: '4711', description: 'The id of the entry in the audit log' }],
  [/\/runs\/\{name\}$/, { example: 'nightly-2026-11-20', description: 'What the calls sent as X-Sync-Run' }],
  [/\{number\}$/, { example: 1, description: 'The number of the version, 1 or more' }],
  [
    /\{code\}$/,
    { example: 'proposal_defense', description: 'The code of the milestone, in lower snake case' },
  ],
  [/\{submissionId\}$/, { example: 'sub-77', description: 'The ID that the workflow gave the submission' }],
  [/\{claimId\}$/, { example: 'n0XbmPq3sT7uVw9yZa2c4e', description: 'The claimId of the claimed item' }],
  [/\{tenantId\}$/, { example: 'tn_00112233445566778899aabbcc', description: 'The ID of the university' }],
  [/\{apiKey\}$/, { example: 'ik_0000000000000000000000000a', description: 'The key, without its secret' }],
  [
    /\{connectionId\}$/,
    { example: 'ik_0000000000000000000000000a', description: 'The first key of the connection' },
  ],
  [/\{formType\}$/, { example: 'degree_change', description: 'The type of the form' }],
  [/\{programId\}$/, { example: 'edd-leadership', description: 'The ID of the program' }],
  [/\{ruleId\}$/, { example: 'dr_0123456789abc0123456789abc', description: 'The id of the list of rules' }],
  [
    /\{webhookId\}$/,
    { example: 'aw_00112233445566778899aabbcc', description: 'The id of the list of webhooks' },
  ],
  [/\{viewId\}$/, { example: 'vw_0123456789abc0123456789abc', description: 'The id of the list of views' }],
  [/\{sessionId\}$/, { example: 'AAAAAAAAAAAAAAAA', description: 'The sessionId of the list of sessions' }],
  [/\{passkeyId\}$/, { example: 'AAAAAAAAAAAAAAAA', description: 'The passkeyId of the list of passkeys' }],
  [
    /\{folder\}$/,
    { example: 'sftp1:srv-drops-sis-files', description: 'The name of the folder: its machine and path' },
  ],
  [/\{sender\}$/, { example: 'Registrar', description: 'The name under which the mapping is kept' }],
];

/** @param path an address of the document, with `{name}` for each parameter */
export function pathParameter(path: string, name: string): PathParameter | undefined {
  const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
  return PARAMETERS.find(([end]) => end.test(upTo))?.[1];
}
