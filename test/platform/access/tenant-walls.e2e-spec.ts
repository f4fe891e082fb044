import { jest } from '@jest/globals';

import { ACCESS } from '../../../src/http/access.js';
import { RouteTable } from '../../../src/http/server/route-table.js';
import { Administrators, PASSWORD } from '../../support/administrators.js';
import type { Answer, Body } from '../../support/api-client.js';
import { contentMark, furnish, type FurnishedTenant, USUAL } from '../../support/furnished-tenant.js';
import { type Operation, operationsOf, type Place, placesIn, withValue } from '../../support/operations.js';
import { randomFrom, roundsOf, seedOf, shuffled } from '../../support/random.js';
import { TestService } from '../../support/service.js';
import { contentsOf } from '../../support/tenant-contents.js';

const ADMINISTRATION = '/api/v1/admin';

// A test tries some thousand calls. With all kinds of identifiers: 66 s on two cores that other work kept busy, 171 s
// at a load of 12.
jest.setTimeout(300_000);
/** How many kinds of identifiers a place is tried with beside the one that belongs there. Before a release: all. */
const OTHER_KINDS = roundsOf(6);
const random = randomFrom(seedOf('WALLS'));
/** Where an identifier may stand in a query or a body. Those of a path are all tried. */
const IDENTIFYING = {
  query: /^(id|code|formType|target|actor|q|cursor)$|(Id|Ids|Key)$/,
  body: /^(id|ids|email|code|formType)$|(Id|Ids|Keys?)$/,
};
/** Fields with such a name that identify nothing of a tenant: the code of an app, and a registration at a provider. */
const OF_OTHERS =
  /\/(account\/(second-factor|passkeys)|sign-on\/switch-(on|off))\b.*, body code|\/sign-on\/draft, body clientId/;
/** Leads to the provider of sign-on, which these tenants do not have. */
const OF_A_PROVIDER = 'GET /api/v1/admin/sign-on/test';
/** A place of a call where an identifier is tried; the other places have identifiers of the caller or of the victim. */
interface Position {
  readonly operation: Operation;
  readonly where: 'path' | 'query' | 'body';
  readonly place: Place;
  readonly others: 'own' | 'theirs';
  readonly name: string;
}

type Identifiers = FurnishedTenant['identifiers'];
type PayloadOf = Answer<Body> & { readonly text: string };

const service = await TestService.ofWorker();
const operations = await operationsOf(service.anonymous());
let north: FurnishedTenant;
let south: FurnishedTenant;
let sauth: FurnishedTenant;

beforeAll(async () => {
  // Row numbers so long that none is contained in another number.
  await service.query('ALTER TABLE discrepancies AUTO_INCREMENT = 710000000');
  await service.query('ALTER TABLE request_log AUTO_INCREMENT = 720000000');
  await service.query('ALTER TABLE audit_events AUTO_INCREMENT = 730000000');
  const admins = new Administrators(service);
  north = await furnish(service, admins, 'north', '700');
  south = await furnish(service, admins, 'south', '610');
  sauth = await furnish(service, admins, 'sauth', '620');
});

const guarded = (): Operation[] =>
  operations.filter(({ security }) =>
    security.some((one) => one === 'Session' || one === 'X-Service-API-Key'),
  );

function positionsOf(operation: Operation): Position[] {
  const { name, parameters, schema } = operation;
  const inPath = parameters.filter((one) => one.in === 'path' && one.name !== 'number');
  const paths = inPath.map((one) => ({ where: 'path', place: [one.name] }) as const);
  const others = inPath.length > 1 ? (['theirs', 'own'] as const) : (['own'] as const);
  const queries = parameters
    .filter((one) => one.in === 'query' && IDENTIFYING.query.test(one.name))
    .map((one) => ({ where: 'query', place: [one.name] }) as const);
  const bodies = (schema === undefined ? [] : placesIn(schema))
    .map(({ place }) => ({ where: 'body', place }) as const)
    .filter(({ place }) => IDENTIFYING.body.test(place.findLast((part) => part !== '0') ?? ''));
  return [
    ...others.flatMap((kind) => paths.map((found) => ({ ...found, others: kind }))),
    ...[...queries, ...bodies].map((found) => ({ ...found, others: 'own' as const })),
  ]
    .map((found) => ({
      ...found,
      operation,
      name: `${name}, ${found.where} ${found.place.join('.')}, others ${found.others}`,
    }))
    .filter((position) => !OF_OTHERS.test(position.name));
}

/** What an `:id` identifies, by the part of the path before it. */
const OF_ID: Readonly<Record<string, string>> = {
  users: 'student',
  holds: 'hold',
  conflicts: 'conflict',
  alerts: 'alert',
  requests: 'request',
  audit: 'auditEntry',
  tenants: 'sandbox',
};

/** The kind of identifier of a parameter in a path. */
function usual(path: string, name: string): string {
  const [, before = ''] = /(\w+)\/:id\b/.exec(path) ?? [];
  return (name === 'id' ? OF_ID[before] : undefined) ?? USUAL[name] ?? '';
}

/** The identifiers by kind, in random order after the one that belongs in this place. */
function inOrder({ operation, place }: Position, identifiers: Identifiers): (readonly [string, string])[] {
  const own = usual(operation.path, place.at(-1) ?? '');
  const kinds = shuffled(Object.keys(identifiers), random).sort(
    (one, other) => Number(other === own) - Number(one === own),
  );
  return kinds.map((kind) => [kind, identifiers[kind] ?? ''] as const);
}

function addressOf({ operation, where, place }: Position, value: string, others: Identifiers): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'number') return '1';
    return encodeURIComponent(
      where === 'path' && place[0] === name ? value : (others[usual(operation.path, name)] ?? name),
    );
  });
  return where === 'query' ? `${path}?${String(place[0])}=${encodeURIComponent(value)}` : path;
}

/** A call with the credentials, the session and the anti-forgery token of this tenant. */
async function call(
  caller: FurnishedTenant,
  operation: Operation,
  path: string,
  body?: unknown,
): Promise<PayloadOf> {
  const { method, mediaType } = operation;
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': mediaType ?? '' };
  const json = body === undefined ? undefined : JSON.stringify(body);
  const answer = path.startsWith(ADMINISTRATION)
    ? await caller.admin.send(method, path.slice(ADMINISTRATION.length), json, type)
    : await service.callerWith(caller.tenant).send(method, path, json, type);
  return { ...answer, text: JSON.stringify([answer.body, [...answer.headers]]) };
}

/** An act that wants its subject to be typed once more is about the subject that is tried. */
function confirming(example: unknown, value: string): unknown {
  const confirms = typeof example === 'object' && example !== null && 'confirm' in example;
  return confirms ? { ...example, confirm: value } : example;
}

/** Lists in a body name parts of its subject, and people, which no example knows. */
function naming(example: unknown, { discrepancy, discrepancyGroup, faculty }: Identifiers): unknown {
  if (typeof example !== 'object' || example === null) return example;
  const newest = 'newest' in example ? { newest: '999999999-999999999999999-0' } : {};
  if ('groupKeys' in example) return { ...example, groupKeys: [discrepancyGroup], ...newest };
  if ('decisions' in example) return { ...example, decisions: [{ id: discrepancy, resolution: 'dismiss' }] };
  return 'members' in example
    ? { ...example, members: [{ facultyId: faculty, role: 'member', status: 'accepted' }] }
    : example;
}

/**
 * Tries one identifier in one place.
 * @param others the tenant whose identifiers are in the other places
 */
function tryOne(
  caller: FurnishedTenant,
  position: Position,
  value: string,
  others: Identifiers,
): Promise<PayloadOf> {
  const { operation, where, place } = position;
  const { schema, example } = operation;
  const inBody = schema !== undefined && where === 'body';
  const confirmed = operation.path.includes('/runs/:name/') ? (others['run'] ?? '') : undefined;
  const named = naming(example, others);
  const body = inBody
    ? withValue(schema, confirmed === undefined ? named : confirming(named, confirmed), place, value)
    : naming(confirming(example, value), others);
  return call(caller, operation, addressOf(position, value, others), body);
}

/** In a hexadecimal identifier each stays one of its digits. */
const ALIKE = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
/** How many characters at the end distinguish identifiers of a kind. */
const OWN_PART: Readonly<Record<string, number>> = {
  claim: 4,
  ...Object.fromEntries(['tenantId', 'apiKey', 'connection', 'actor'].map((kind) => [kind, 2])),
  ...Object.fromEntries(
    [
      'hold',
      'conflict',
      'alert',
      'session',
      'discrepancyGroup',
      'discrepancyRule',
      'view',
      'webhook',
      'sandbox',
      'otherSandbox',
    ].map((kind) => [kind, 8]),
  ),
};

/** Another text of the same form: one that is refused for its form where the other one is not would stand out. */
function shifted(text: string): string {
  return text.replace(/[0-9a-z]/gi, (character) => {
    const alike = ALIKE.find((characters) => characters.includes(character)) ?? character;
    return alike[(alike.indexOf(character) + 1) % alike.length] ?? character;
  });
}

/** Identifiers of the same form that no tenant has. */
function unknownOnes(identifiers: Identifiers): Identifiers {
  const like = (kind: string, value: string): string => {
    if (kind.endsWith('Cursor')) return `${value.slice(0, -1)}${value.endsWith('A') ? 'Q' : 'A'}`;
    if (['discrepancy', 'request', 'auditEntry'].includes(kind)) return `${value.slice(0, 3)}999999`;
    const own = OWN_PART[kind];
    if (own !== undefined) return value.slice(0, -own) + shifted(value.slice(-own));
    return value.replace('north', 'nowhr').replace(/(95[01])700/, '$1799');
  };
  return Object.fromEntries(Object.entries(identifiers).map(([kind, value]) => [kind, like(kind, value)]));
}

/** The answer without the parts that depend on the caller and on the identifiers. */
function seen({ status, body }: PayloadOf, ...parties: Identifiers[]): unknown[] {
  const { message, error, warnings } = body;
  const lines = typeof body === 'string' ? body : undefined;
  // The ID of a conflict follows from the tenant and the question.
  const said = JSON.stringify([message, error, warnings, lines]).replace(/cf_[0-9a-f]{26}/g, '<conflict>');
  const names = parties.flatMap((party) => Object.entries(party));
  const named = names.reduce((text, [kind, value]) => text.replaceAll(value, `<${kind}>`), said);
  // An archive has the time at which it was made.
  return [status, named.includes('"PK\\u0003') ? '<archive>' : named];
}

/** Whether a refusal is shown only to an owner, whose lease has ended, password or name of a milestone is another. */
function isKnown({ error }: Body): boolean {
  const codes = ['LEASE_LOST', 'RUN_NOT_COMPLETE'];
  const detail = error.details?.[0];
  return codes.includes(error.code) || detail?.field === 'currentPassword' || detail?.code === 'otherName';
}

describe('the walls between tenants', () => {
  it('have every guarded route behind them', () => {
    const routes = service.app.get(RouteTable).list();
    const closed = routes.filter(({ handler, controller }) => {
      const access: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      // Those of identity providers are tried in test/scim/walls.e2e-spec.ts.
      return access !== 'public' && access !== 'scim';
    });
    expect(guarded().map(({ name }) => name)).toEqual(
      expect.arrayContaining(closed.map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it('show nothing to a caller who only reads', async () => {
    const lists = guarded().filter(
      ({ method, path, name }) => method === 'GET' && !path.includes(':') && name !== OF_A_PROVIDER,
    );
    expect(lists.length).toBeGreaterThan(12);
    for (const list of lists) {
      const { status, text } = await call(south, list, list.path);
      const leaked = Object.values(north.identifiers).filter((value) => text.includes(value));
      expect({ name: list.name, status, leaked, namesNorth: text.includes('north') }).toEqual({
        name: list.name,
        status: 200,
        leaked: [],
        namesNorth: false,
      });
    }
  });

  it('stand against every identifier in every place of every route', async () => {
    const attempts = guarded()
      .flatMap(positionsOf)
      .flatMap((position) =>
        inOrder(position, north.identifiers)
          .slice(0, 1 + OTHER_KINDS)
          .map(([kind]) => ({ position, kind })),
      );
    const before = await contentsOf(service, north.tenant.tenantId);
    const unknown = unknownOnes(north.identifiers);

    /** All answers with one tenant's identifiers, in order. */
    const attack = async (caller: FurnishedTenant, theirs: Identifiers): Promise<Map<string, unknown[]>> => {
      const all = new Map<string, unknown[]>();
      for (const { position, kind } of attempts) {
        const others = position.others === 'own' ? caller.identifiers : theirs;
        const answer = await tryOne(caller, position, theirs[kind] ?? '', others);
        if (answer.text.includes(contentMark('north')))
          throw new Error(`${position.name} shows: ${answer.text}`);
        all.set(`${position.name}: ${kind}`, seen(answer, theirs, caller.identifiers));
      }
      return all;
    };
    const [ofNorth, ofUnknown] = await Promise.all([
      attack(south, north.identifiers),
      attack(sauth, unknown),
    ]);

    expect(await contentsOf(service, north.tenant.tenantId)).toEqual(before);
    expect(ofNorth.size).toBeGreaterThan(500);
    expect(Object.fromEntries(ofNorth)).toEqual(Object.fromEntries(ofUnknown));
  });

  it('are tried where there is something behind them: the owner gets in at each of these places', async () => {
    const positions = guarded().flatMap(positionsOf);
    const before = await contentsOf(service, north.tenant.tenantId);
    const closed: string[] = [];
    for (const position of positions) {
      const answers: string[] = [];
      // An earlier place has decided the group.
      if (position.operation.path.endsWith('/discrepancy-groups/resolve'))
        await north.admin.post('/discrepancies/undo', { ids: [north.identifiers['discrepancy']] });
      let isOpen = false;
      for (const value of Object.values(north.identifiers)) {
        const { status, body } = await tryOne(north, position, value, north.identifiers);
        answers.push(`${status} ${JSON.stringify(body.error)}`);
        isOpen = status < 300 || isKnown(body);
        if (isOpen) break;
      }
      if (!isOpen) closed.push(`${position.name}: ${[...new Set(answers)].join('; ')}`);
    }
    expect(closed).toEqual([]);
    expect(await contentsOf(service, north.tenant.tenantId)).not.toEqual(before);
  });

  it('hold for sessions: no token of the other one makes a change, and no login leads to another tenant', async () => {
    const before = await contentsOf(service, north.tenant.tenantId);
    const mixed = [
      { cookie: south.browser.cookie, 'X-CSRF-Token': north.browser.csrfToken },
      { cookie: north.browser.cookie, 'X-CSRF-Token': south.browser.csrfToken },
    ];
    const changes = guarded().filter(
      ({ method, path }) => method !== 'GET' && path.startsWith(ADMINISTRATION),
    );
    expect(changes.length).toBeGreaterThan(10);
    for (const { method, path, name } of changes)
      for (const headers of mixed) {
        const { status, body } = await service.anonymous(headers).send(method, path.replace(/:\w+/g, 'x'));
        expect({ name, status, code: body.error.code }).toEqual({
          name,
          status: 403,
          code: 'INSUFFICIENT_SCOPE',
        });
      }
    const login = { email: south.adminEmail, password: PASSWORD, tenantId: north.tenant.tenantId };
    const { status, headers } = await service.anonymous().post(`${ADMINISTRATION}/session`, login);
    expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 401, cookies: [] });
    expect(await contentsOf(service, north.tenant.tenantId)).toEqual(before);
  });
});
