import { jest } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

import { describeApplication } from '../../../src/bootstrap.js';
import { scimDocumentOf } from '../../../src/scim/openapi/scim-document.js';

// Spectral reads the reference for 9 s on two idle cores, and ten times as long beside three other runs.
jest.setTimeout(300_000);

/** What a linter finds: how bad it is, its rule and the place in the document. */
type Finding = readonly [severity: string, rule: string, place: string];

const URL = 'https://integration.example.edu';
const SEVERITIES = ['error', 'warn', 'info', 'hint'];
const DOCUMENTS = {
  reference: await describeApplication(URL),
  'calls of identity providers': scimDocumentOf(URL),
};

const responses = (path: string, method = 'get'): string =>
  `#/paths/${path.replaceAll('/', '~1')}/${method}/responses`;

/** The only warnings, each with what it is about. No rule is switched off. */
const WARNINGS: Readonly<Record<keyof typeof DOCUMENTS, readonly Finding[]>> = {
  reference: [
    // They take nothing from a caller that could be refused.
    ...[
      '/health/live',
      '/health/ready',
      '/docs/schemas/sync-envelope.v1.json',
      '/metrics',
      '/api/v1/admin/sso/saml/metadata',
    ].map((path) => ['warn', 'operation-4xx-response', responses(path)] as const),
    // They send a browser elsewhere.
    ...['sso/{tenantId}/start', 'sso/callback', 'sign-on/test'].map(
      (path) => ['warn', 'operation-2xx-response', responses(`/api/v1/admin/${path}`)] as const,
    ),
    ['warn', 'operation-2xx-response', responses('/api/v1/admin/sso/saml/acs', 'post')],
    // No alert has the ID `webhooks`, and no webhook `snooze` or `wake`.
    ...['snooze', 'wake'].map(
      (act) => ['warn', 'no-ambiguous-paths', `#/paths/~1api~1v1~1admin~1alerts~1{id}~1${act}`] as const,
    ),
  ],
  // Whom a caller asks differs from one installation to another.
  'calls of identity providers': [['warn', 'info-contact', 'info']],
};

/** What Redocly finds by its recommended rules. */
async function foundByRedocly(document: object): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ severity, ruleId, location: [place] }) => [severity, ruleId, place?.pointer ?? '']);
}

/** What Spectral finds by its recommended rules of OpenAPI. */
async function foundBySpectral(document: object): Promise<Finding[]> {
  const spectral = new Spectral();
  // Its own types demand of a set of rules that it extends another one.
  spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'recommended']] });
  const found = await spectral.run(JSON.stringify(document));
  return found.map(({ severity, code, path }) => [
    SEVERITIES[severity] ?? `${severity}`,
    `${code}`,
    path.join('/'),
  ]);
}

describe.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('the document of the %s', (name) => {
  it('has no error by the recommended rules of Redocly and Spectral, and no warning without a reason', async () => {
    const found = [...(await foundByRedocly(DOCUMENTS[name])), ...(await foundBySpectral(DOCUMENTS[name]))];
    expect([...found].sort()).toEqual([...WARNINGS[name]].sort());
  });
});

it('a document in which two calls have one name is wrong by both', async () => {
  const text = JSON.stringify(DOCUMENTS['calls of identity providers']).replaceAll(
    /"operationId":"\w+"/g,
    '"operationId":"one"',
  );
  const wrong = JSON.parse(text) as object;
  for (const find of [foundByRedocly, foundBySpectral])
    expect((await find(wrong)).some(([severity]) => severity === 'error')).toBe(true);
});
