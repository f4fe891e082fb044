import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { KIND_SPECS } from '../src/alerts/kinds/kinds.js';
import { PLAN_PROBLEMS } from '../src/errors/privacy.errors.js';
import { SIZED } from '../src/errors/request.errors.js';
import { FORMAT_AS_TEXT } from '../src/http/fields/text-rules.js';
import { SPANISH } from '../src/texts/es.js';
import { inEnglish, inLanguage, translationsOf } from '../src/texts/languages.js';
import { counted, momentIn, sentence } from '../src/texts/sentence.js';

/** Functions whose literals are texts. */
const SAYING = new Set(['sentence', 'counted']);
/** Refusals whose message is a literal. Those of other files are read by programs alone. */
const REFUSALS = /errors\/(?!scim|oauth|sandbox|change-feed).+\.errors\.ts$/;

/** The literals that an expression may be; a refusal's message may also be glued, for which it has none. */
function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [];
  const [left, right] = [literalsOf(node.left), literalsOf(node.right)];
  return left.length === 1 && right.length === 1 ? [`${String(left[0])}${String(right[0])}`] : [];
}

/** Whether the arguments of a call are texts. */
function isSaying({ expression }: ts.CallExpression, file: string): boolean {
  if (expression.kind === ts.SyntaxKind.SuperKeyword) return REFUSALS.test(file);
  return ts.isIdentifier(expression) && SAYING.has(expression.text);
}

function textsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  if (!code.includes('texts/sentence.js') && !REFUSALS.test(file)) return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSaying(node, file)) found.push(...node.arguments.flatMap(literalsOf));
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found.filter((text) => text !== '');
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => join('src', name));
/** Texts that are chosen by a name. */
const CHOSEN = [
  ...KIND_SPECS.flatMap(({ title, rule }) => [title, rule]),
  FORMAT_AS_TEXT,
  ...Object.values(PLAN_PROBLEMS),
  ...SIZED,
];
const texts = new Set([...files.flatMap(textsOf), ...CHOSEN]);

/** The members of an object that a literal creates. */
function membersOf(node: ts.ObjectLiteralExpression): Map<string, ts.ObjectLiteralElementLike> {
  return new Map(
    node.properties.flatMap((one) => (one.name === undefined ? [] : [[one.name.getText(), one]])),
  );
}

/** The codes of problems whose rule has no sentence of its own, so that the pages show their message in English. */
function codesWithoutRule(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const members = membersOf(node);
      const code = members.get('code');
      const isProblem =
        ['field', 'code', 'message'].every((name) => members.has(name)) && !members.has('rule');
      if (
        isProblem &&
        code !== undefined &&
        ts.isPropertyAssignment(code) &&
        ts.isStringLiteral(code.initializer)
      )
        found.push(`${file}: ${code.initializer.text}`);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

/**
 * Shown in English: most of it programs alone send, or it is a warning, which the pages do not show. What is added here
 * has no Spanish for those who meet it in the pages.
 */
const ENGLISH_ALONE: readonly string[] = [
  'src/alerts/settings/settings-of-body.ts: distinct',
  'src/auth/sso/sign-on-inputs.service.ts: isIssuer',
  'src/change-feed/feed-place.ts: isPlace',
  'src/errors/account.errors.ts: isCode',
  'src/errors/account.errors.ts: isPasskey',
  'src/errors/progress.errors.ts: isStudent',
  'src/errors/request.errors.ts: isOnce',
  'src/errors/request.errors.ts: isRow',
  'src/file-import/drop-folders/drop-folders.service.ts: matches',
  'src/file-import/upload/file-options.ts: isReadable',
  'src/http/lists/list-query.ts: isWithinReach',
  'src/http/openapi/openapi-failures.ts: unknownField',
  'src/http/server/decodable-path.ts: isPath',
  'src/http/server/error.filter.ts: isRequest',
  'src/http/server/http-server.ts: isRequest',
  'src/http/server/idempotency-key.ts: isIdempotencyKey',
  'src/http/signed-cursor.ts: isCursor',
  'src/http/validation/validate.ts: isObject',
  'src/identity/match/match.service.ts: DEPROVISIONING_HELD',
  'src/progress/apply-progress.ts: distinct',
  'src/progress/apply-progress.ts: isCommitteeEligible',
  'src/progress/apply-progress.ts: isFaculty',
  'src/progress/apply-progress.ts: unknownFaculty',
  'src/progress/settings/settings.service.ts: HOLDS_OPEN',
  'src/sandbox/faults/faults.service.ts: doesSomething',
  'src/sandbox/faults/faults.service.ts: isIn',
  'src/sandbox/faults/faults.service.ts: isRoute',
  'src/submissions/events/event-data.ts: isBase64',
  'src/submissions/events/event-reader.ts: isArray',
  'src/submissions/events/event-reader.ts: isUtf8',
  'src/submissions/events/review-event.ts: isCloudEvent',
  'src/submissions/events/review-event.ts: isDateTime',
  'src/submissions/events/review-event.ts: isFormComplete',
  'src/submissions/events/review-event.ts: isNotAhead',
  'src/submissions/events/review-event.ts: isObject',
  'src/submissions/mapping/mappings.service.ts: isText',
  'src/sync/claims/claim-reports.ts: isOfClaim',
  'src/sync/sync.service.ts: CONTENT_CHANGED',
  'src/sync/sync.service.ts: IGNORED',
  'src/sync/sync.service.ts: UNRESOLVED_DISCREPANCIES',
  'src/sync/targets/choose-item.ts: isTarget',
  'src/tenancy/sync-run.ts: matches',
  'src/tenancy/time/deprovisioning-pauses.ts: isPause',
  'src/users/deprovisioning-limits/limited-plan.ts: DEPROVISIONINGS_PAUSED',
  'src/users/deprovisioning-limits/limited-plan.ts: DEPROVISIONING_THRESHOLD',
  'src/users/deprovisioning-limits/limited-plan.ts: HOLD_WITHDRAWN',
  'src/users/deprovisioning-limits/rejections.ts: DEPROVISIONING_REJECTED',
  'src/users/export/user-export.controller.ts: isOfPages',
  'src/users/matching/targets.ts: EMAIL_OF_ANOTHER_USER',
  'src/users/matching/targets.ts: EXTERNAL_ID_NOT_FOUND',
  'src/users/matching/targets.ts: NUMBER_OF_ANOTHER_USER',
  'src/users/model/awaiting-source/awaiting-source.ts: APPROVED_CHANGE_PUT_BACK',
  'src/users/model/awaiting-source/awaiting-source.ts: AWAITING_SOURCE',
  'src/users/model/fields/merge.ts: IGNORED',
  'src/users/model/keep-active/keep-active.ts: KEEP_ACTIVE_ENDED',
  'src/users/model/keep-active/keep-active.ts: KEPT_ACTIVE',
  'src/users/status/named-users.ts: ID_MEANS_ANOTHER_USER',
];

function valuesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');
}

describe('the texts of the service', () => {
  it('have Spanish ones', () => {
    expect([...texts].filter((text) => !Object.hasOwn(SPANISH, text))).toEqual([]);
  });

  it('are all used', () => {
    expect(Object.keys(SPANISH).filter((text) => !texts.has(text))).toEqual([]);
  });

  it('have the same values in Spanish', () => {
    const differing = Object.entries(SPANISH).filter(
      ([text, spanish]) => valuesOf(text) !== valuesOf(spanish),
    );
    expect(differing).toEqual([]);
  });
});

describe('the code of a problem', () => {
  it('has a rule with a Spanish text, or is listed here', () => {
    const without = [...new Set(files.flatMap(codesWithoutRule))].sort();
    expect(without).toEqual([...ENGLISH_ALONE].sort());
  });
});

describe('a sentence', () => {
  const at = momentIn('Europe/Madrid', new Date('2026-11-22T01:10:00Z'));

  it('has moments and numbers as its readers write them', () => {
    const run = counted(
      12_345,
      '',
      'The run {run}, which began on {at}, has {count} failed rows of {received}.',
      {
        run: 'nightly-12345',
        at,
        received: 1_000_000,
      },
    );
    expect(inEnglish(run)).toBe(
      'The run nightly-12345, which began on 2026-11-22 02:10 (Europe/Madrid), has 12,345 failed rows of 1,000,000.',
    );
    expect(inLanguage('es', run)).toBe(
      'La ejecución nightly-12345, que empezó el 22 nov 2026, 2:10 (Europe/Madrid), tiene 12.345 filas con error ' +
        'de 1.000.000.',
    );
  });

  it('keeps braces of its values', () => {
    const target = sentence('the target system {name}', { name: '{count} $& {name}' });
    expect(inLanguage('es', target)).toBe('el sistema de destino {count} $& {name}');
  });

  it('without a text in a language is in English there, whole', () => {
    const mixed = sentence('the {key}', { key: sentence('a key that no language knows') });
    expect(inLanguage('es', mixed)).toBe('the a key that no language knows');
    expect(translationsOf([sentence('It is over.'), mixed])).toEqual({});
  });
});
