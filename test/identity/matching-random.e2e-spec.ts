import { jest } from '@jest/globals';

import { conflictIdOf } from '../../src/users/matching/questions.js';
import { UnchangedBodies } from '../../src/users/unchanged-bodies/unchanged-bodies.service.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import { aTenantThat } from '../factories/conflicts.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { enterprise } from '../factories/scim-person.js';
import { aSubmission, discrepanciesOf } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import type { Row as Json } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { stopClockOf } from '../support/clock.js';
import { randomFrom, seedOf } from '../support/random.js';
import { connect, type ScimClient } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import {
  type Decision,
  RANK,
  NEW,
  textOf,
  type Result,
  type Row,
  type Settings,
  type Values,
  MatchingModel,
} from './matching-model.js';

/**
 * `IDENTITY_STEPS=20000 IDENTITY_SEED=7 npm test -- test/identity/matching-random.e2e-spec.ts` tries more, or again.
 */
const STEPS = Number(process.env['IDENTITY_STEPS'] ?? 400);
const SEED = seedOf('IDENTITY');

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** No sum of these is the limit of 30 days. */
const JUMPS = [9 * DAY_MS, 11 * DAY_MS];
const TRACED = 12;
/** A tenant is left after so many steps, before every person has every number. */
const STEPS_OF_A_TENANT = 150;
const COMPARED_EVERY = 8;
/** The first may change people, the second is remembered, and the third and fourth are recognised. */
const NIGHTS = 4;
/** Ends the last line, so that all lines of an upload arrive, and are applied, together. */
const END = '';

const TENANTS: readonly Settings[] = [
  { possibleReassignment: 'warn', adoptByEmail: 'always', awaitSourceDays: 0 },
  { possibleReassignment: 'hold', adoptByEmail: 'unlinked', awaitSourceDays: 30 },
  { possibleReassignment: 'off', adoptByEmail: 'never', awaitSourceDays: 30 },
  { possibleReassignment: 'warn', adoptByEmail: 'unlinked', awaitSourceDays: 30 },
  { possibleReassignment: 'hold', adoptByEmail: 'never', awaitSourceDays: 0 },
  { possibleReassignment: 'hold', adoptByEmail: 'always', awaitSourceDays: 30 },
];

const FIELDS = ['email', 'firstName', 'lastName', 'accountType', 'accountStatus', 'legacyNumber', 'degree'];
const ENTRY = ['monthOfEntry', 'yearOfEntry'];
const STORED = [...FIELDS, ...ENTRY, 'inactiveCause'];

const service = await TestService.ofWorker();
const admins = new Administrators(service);
/** How many bodies were recognised as unchanged. */
let recognised = 0;

beforeEach(() => {
  const bodies = service.app.get(UnchangedBodies);
  const find = bodies.find.bind(bodies);
  jest.spyOn(bodies, 'find').mockImplementation(async (...sent) => {
    const found = await find(...sent);
    recognised += found.filter((body) => body !== undefined).length;
    return found;
  });
});

/** The body of a post that says this. */
function bodyOf({ externalId, says }: Row): Json {
  const body = { ...says, ...(externalId === undefined ? {} : { externalId }) };
  const rank: unknown = says[RANK];
  Reflect.deleteProperty(body, RANK);
  return rank === undefined ? body : { ...body, facultyProfile: { facultyRank: rank } };
}

const codesOf = (warnings: unknown): string[] =>
  ((warnings ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`).sort();

const json = (value: unknown): unknown =>
  typeof value === 'string' ? (JSON.parse(value) as unknown) : value;

/** One tenant with its model; every step is a call, whose answer the model predicts. */
class Lane {
  private readonly trace: string[] = [];
  private readonly answered = new Map<string, number>();
  private serial = 0;
  /** The rows of the last post or upload. */
  private lastNight: readonly Row[] = [];
  private run: string | null = null;
  private now = Date.now();
  private loggedInAt = this.now;

  private constructor(
    private readonly tenant: TestTenant,
    private readonly model: MatchingModel,
    private readonly random: () => number,
    private api: ApiClient,
    private readonly adminEmail: string,
    private readonly scim: ScimClient,
  ) {}

  static async of(settings: Settings, seed: number): Promise<Lane> {
    const tenant = await aTenantThat(service, settings);
    const { api, id, input } = await admins.open(tenant, { firstName: 'Admin', lastName: 'Istrator' });
    const model = new MatchingModel(settings);
    const { email, externalId: legacyNumber } = input;
    const fixed = { firstName: 'Admin', lastName: 'Istrator', accountType: 'Staff' };
    const values = { ...NEW, email, legacyNumber, ...fixed };
    model.people.push({ id, values, awaiting: {}, history: [], isTouched: true });
    const { scim } = await connect(service, tenant);
    const lane = new Lane(tenant, model, randomFrom(seed), api, String(email), scim);
    await lane.letPass(0);
    return lane;
  }

  get counts(): ReadonlyMap<string, number> {
    return this.answered;
  }

  async step(): Promise<void> {
    await this.letPass(SECOND_MS);
    const dice = this.random();
    try {
      if (dice < 0.3) await this.post();
      else if (dice < 0.46) await this.upload();
      else if (dice < 0.55) await this.sameNightAgain();
      else if (dice < 0.58) await this.status();
      else if (dice < 0.6) await this.number();
      else if (dice < 0.65) await this.adminStatus();
      else if (dice < 0.72) await this.accept();
      else if (dice < 0.85) await this.decide();
      else if (dice < 0.93) await this.takeBack();
      else if (dice < 0.96) this.changeRun();
      else if (dice < 0.98) await this.undoRun();
      else await this.letPass(this.pick(JUMPS));
      this.serial += 1;
      if (dice >= 0.55 || this.serial % COMPARED_EVERY === 0) await this.compare();
    } catch (error) {
      const text = this.trace.slice(-TRACED).join('\n');
      const { settings } = this.model;
      throw new Error(`step ${this.serial} ${JSON.stringify(settings)}\n${text}\n${String(error)}`, {
        cause: error,
      });
    }
  }

  /** The clock of the tenant stands still in between. */
  private async letPass(ms: number): Promise<void> {
    this.now += ms;
    await stopClockOf(service, this.tenant, new Date(this.now));
  }

  private pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick');
    return value;
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private count(what: string): void {
    this.answered.set(what, (this.answered.get(what) ?? 0) + 1);
  }

  private note(step: string, ...details: unknown[]): void {
    this.trace.push(`  ${step} ${details.map((one) => JSON.stringify(one)).join(' ')}`);
  }

  private address(): string {
    const address = `p${Math.floor(this.random() * 9)}@test.example.edu`;
    return this.chance(0.1) ? address.toUpperCase() : address;
  }

  private someone(): { id: string; values: Values } | undefined {
    const people = this.model.people.slice(1);
    return people.length === 0 ? undefined : this.pick(people);
  }

  /** Another person under the number of a known one. */
  private aSuccessor(known: { id: string; values: Values }): Row {
    const { firstName, lastName } = known.values;
    return {
      externalId: this.nameOf(known),
      says: {
        email: `f${Math.floor(this.random() * 60)}@test.example.edu`,
        firstName: this.pick(['Bartholomew', 'Ying', 'Zoë'].filter((name) => name !== firstName)),
        lastName: this.pick(['Quintanilla', 'Ortiz', 'Lee'].filter((name) => name !== lastName)),
        accountType: known.values['accountType'],
      },
    };
  }

  /** Mostly a known person, with one or two other values. */
  private aRow(): Row {
    const former = this.chance(0.12) ? this.someone() : undefined;
    if (former !== undefined) return this.aSuccessor(former);
    const says: Values = {
      email: this.address(),
      firstName: this.pick(['Ann', 'Anna', 'Bartholomew', 'Zoë', 'Ying']),
      lastName: this.pick(['Lee', 'Leigh', 'Quintanilla', 'Ortiz']),
      accountType: this.chance(0.8) ? 'Student' : 'Faculty',
    };
    if (this.chance(0.5)) says['monthOfEntry'] = this.pick([1, 9, null]);
    if (this.chance(0.5)) says['yearOfEntry'] = this.pick([2020, 2026, null]);
    if (this.chance(0.3)) says['accountStatus'] = this.pick(['active', 'active', 'inactive']);
    if (this.chance(0.4)) says['degree'] = this.pick(['MA', 'PhD', null]);
    if (this.chance(0.2)) says[RANK] = this.pick(['Full', 'Adjunct', null]);
    const known = this.chance(0.7) ? this.someone() : undefined;
    const ids = ['950900001', '950900002', '951900001'];
    const numbers = Array.from({ length: 7 }, (_, index) => `N-${index}`);
    const anyNumber = (): string | undefined =>
      this.chance(0.15) ? undefined : this.pick(this.chance(0.2) ? ids : numbers);
    if (known === undefined) return { externalId: anyNumber(), says };
    if (this.chance(0.25)) return { externalId: this.nameOf(known), says };
    // As the source has it, which does not know of approved changes.
    const { values } = known;
    const person = this.model.byId(known.id);
    for (const field of FIELDS.filter((one) => one !== 'legacyNumber')) {
      const awaited = person?.awaiting[field];
      const stored = awaited !== undefined && this.chance(0.7) ? awaited.value : values[field];
      if (says[field] !== undefined && this.chance(0.8)) says[field] = stored;
    }
    for (const field of ENTRY) if (says[field] !== undefined && this.chance(0.8)) says[field] = values[field];
    return { externalId: this.chance(0.8) ? this.nameOf(known) : anyNumber(), says };
  }

  private nameOf({ id, values }: { id: string; values: Values }): string {
    const number = values['legacyNumber'];
    return number === null || this.chance(0.15) ? id : textOf(number);
  }

  private get sis(): ApiClient {
    return this.run === null ? this.tenant.sis : inRun(service, this.tenant, this.run);
  }

  /** The same bodies again, exactly as they were sent, until they are recognised. */
  private async sameNightAgain(): Promise<void> {
    const rows = this.lastNight;
    if (rows.length === 0) return;
    for (let night = 0; night < NIGHTS; night += 1)
      if (rows.length === 1 && this.chance(0.5)) await this.post(rows[0]);
      else await this.send(rows);
  }

  private async post(row = this.aRow()): Promise<void> {
    this.lastNight = [row];
    const body = bodyOf(row);
    this.note('POST', this.run, body);
    const answer = await this.sis.post('/users', body);
    const [result] = this.model.post([row], this.now, () => this.newId(answer.body.data['id']), this.actor);
    const { data, meta, message } = answer.body;
    this.count(`post ${result?.code ?? result?.kind ?? ''}`);
    const found =
      answer.status >= 400
        ? [answer.status, answer.body.error.code]
        : [
            answer.status,
            message,
            data['id'],
            meta['matchedBy'],
            [...(meta['changed'] as string[])].sort(),
            codesOf(answer.body.warnings),
            meta['conflictId'] !== undefined,
          ];
    expect(found).toEqual(this.predicted(result));
  }

  private predicted(result: Result | undefined): unknown[] {
    if (result === undefined) return [];
    const { kind, code, id, matchedBy, changed, warnings } = result;
    if (kind === 'refused') return [code === 'VALIDATION_FAILED' ? 400 : 409, code];
    const status = { inserted: 201, pending: 202, updated: 200, unchanged: 200 }[kind];
    const messages = { inserted: 'DATA INSERTED', pending: 'MATCH PENDING' } as const;
    const message = kind === 'inserted' || kind === 'pending' ? messages[kind] : 'DATA UPDATED';
    return [status, message, id, matchedBy, [...changed].sort(), [...warnings].sort(), kind === 'pending'];
  }

  /** An ID that the service has given. */
  private newId(id: unknown): string {
    if (typeof id !== 'string' || this.model.byId(id) !== undefined)
      throw new Error(`${String(id)} is no new ID`);
    return id;
  }

  private get actor(): { by: 'feed'; run: string | null } {
    return { by: 'feed', run: this.run };
  }

  private async upload(): Promise<void> {
    const rows = Array.from({ length: 1 + Math.floor(this.random() * 8) }, () => this.aRow());
    if (rows[0] !== undefined && this.chance(0.3)) rows.push(rows[0]);
    const bodies = rows.map(bodyOf);
    if (this.chance(0.35)) {
      this.note('DRY RUN', bodies);
      const would = this.model.clone().post(rows, this.now, (index) => `new ${index}`, this.actor);
      this.compareLines(await this.sis.bulk('/users/bulk?dryRun=true', [...bodies, END]), would, true);
      await this.compare();
    }
    await this.send(rows);
  }

  private async send(rows: readonly Row[]): Promise<void> {
    this.lastNight = rows;
    const bodies = rows.map(bodyOf);
    this.note('BULK', this.run, bodies);
    const answers = await this.sis.bulk('/users/bulk', [...bodies, END]);
    const takeId = (index: number): string => this.newId(answers[index]?.['id']);
    this.compareLines(answers, this.model.post(rows, this.now, takeId, this.actor), false);
  }

  private compareLines(answers: readonly Json[], results: readonly Result[], isDry: boolean): void {
    const lines = answers.slice(0, -1).map((line) => {
      if (line['success'] !== true) return ['refused', (line['error'] as { code: string }).code];
      const isNew = line['message'] === 'DATA INSERTED';
      const isHeld = line['message'] === 'MATCH PENDING';
      const asked = isHeld
        ? line['conflictId'] !== undefined && (line['conflictId'] === null) === isDry
        : null;
      const id = isDry && isNew ? null : line['id'];
      return [line['message'], id, line['changed'] !== false, codesOf(line['warnings']), asked];
    });
    const predicted = results.map((result) => {
      this.count(`line ${result.code ?? result.kind}`);
      const { kind, id, warnings } = result;
      if (kind === 'refused') return ['refused', result.code];
      const [, message] = this.predicted(result);
      const isChange = kind === 'inserted' || kind === 'updated';
      const isUnknownId = isDry && kind === 'inserted';
      const knownId = isDry && id?.startsWith('new') === true ? (expect.anything() as unknown) : id;
      return [
        message,
        isUnknownId ? null : knownId,
        isChange,
        [...warnings].sort(),
        kind === 'pending' ? true : null,
      ];
    });
    expect(lines).toEqual(predicted);
    const of = (...kinds: string[]): number => results.filter(({ kind }) => kinds.includes(kind)).length;
    const {
      received,
      inserted,
      updated,
      unchanged,
      failed,
      pending = 0,
    } = answers.at(-1)?.['summary'] as Json;
    expect({ received, inserted, updated, unchanged, failed, pending }).toEqual({
      received: results.length,
      inserted: of('inserted'),
      updated: of('updated'),
      unchanged: of('unchanged', 'pending'),
      failed: of('refused'),
      pending: of('pending'),
    });
  }

  private async status(): Promise<void> {
    const person = this.someone();
    if (person === undefined) return;
    const [name, accountStatus] = [this.nameOf(person), this.pick(['active', 'inactive'])];
    this.note('PATCH', this.run, name, accountStatus);
    const { body } = await this.sis.patch(`/users/${name}`, { accountStatus });
    const { actor } = this;
    const id = name === person.values['legacyNumber'] ? person.id : this.model.meaningOf(name);
    expect({ id: body.data['id'], message: body.message }).toEqual({
      id,
      message: this.model.setStatus(id, accountStatus, this.now, actor.by, actor.run),
    });
    this.count(`status ${body.message}${id === person.id ? '' : ' of another'}`);
  }

  /** A provider of identities gives a person a number. */
  private async number(): Promise<void> {
    const person = this.someone();
    if (person === undefined) return;
    const number = `N-${Math.floor(this.random() * 9)}`;
    this.note('SCIM PATCH', person.id, number);
    const operations = [
      // The address, which is the userName otherwise, may be the former one of a person whom the connection knows.
      { op: 'replace', path: 'userName', value: `user-${person.id}` },
      { op: 'add', value: enterprise({ employeeNumber: number }) },
    ];
    const { status, body } = await this.scim.patch(`/Users/${person.id}`, operations);
    const expected = this.model.setNumber(person.id, number, this.now);
    this.count(`number ${expected}`);
    expect({ status, scimType: body.scimType }).toEqual(
      expected === '200' ? { status: 200, scimType: undefined } : { status: 409, scimType: 'uniqueness' },
    );
  }

  private async adminStatus(): Promise<void> {
    const person = this.someone();
    if (person === undefined) return;
    const accountStatus = this.pick(['active', 'inactive']);
    this.note('ADMIN PATCH', person.id, accountStatus);
    const { status, body } = await (await this.admin()).patch(`/users/${person.id}`, { accountStatus });
    const expected = this.model.setStatus(person.id, accountStatus, this.now, 'administrator', null);
    expect({ status, message: body.message }).toEqual({ status: 200, message: expected });
    this.count(`admin status ${body.message}`);
  }

  /** An accepted submission with one field. */
  private async accept(): Promise<void> {
    const person = this.someone();
    if (person?.values['accountType'] !== 'Student') return;
    const field = this.pick(['email', 'firstName', 'lastName', 'lastName', 'degree', 'legacyNumber']);
    const awaited = this.model.byId(person.id)?.awaiting[field];
    const value = {
      email: this.address().toLowerCase(),
      firstName: this.pick(['Ann', 'Zoë', 'Bartholomew']),
      lastName: this.pick(['Kim', 'Lee', 'Quintanilla']),
      degree: this.pick(['MA', 'EdD']),
      legacyNumber: `N-${Math.floor(this.random() * 9)}`,
    }[field];
    const wanted = awaited !== undefined && this.chance(0.3) ? awaited.value : value;
    const stored = person.values[field];
    if (wanted === null || textOf(wanted).toLowerCase() === textOf(stored).toLowerCase()) return;
    this.note('ACCEPT', person.id, field, wanted);
    const submissionId = await aSubmission(this.tenant, {
      submissionId: `s-${this.tenant.tenantId}-${this.serial}`,
      studentId: person.id,
      fields: { [field]: wanted },
      status: 'approved',
    });
    const [discrepancy] = await discrepanciesOf(this.tenant, submissionId);
    const path = `/submissions/${submissionId}/discrepancies/${String(discrepancy?.id)}/resolve`;
    const { status, body } = await this.tenant.workflow.post(path, { resolution: 'accept_submitted' });
    const isAccepted = this.model.accept(person.id, field, wanted, this.now);
    this.count(`accept ${status}`);
    expect({ status, code: status === 200 ? '' : body.error.code }).toEqual(
      isAccepted ? { status: 200, code: '' } : { status: 409, code: 'IDENTITY_CONFLICT' },
    );
  }

  private idOf(key: string): string {
    const question = this.model.questions.find((one) => one.key === key);
    if (question === undefined) throw new Error(`${key} was not asked`);
    const { kind, subject, userId, ownerId, isOfAddress } = question;
    return conflictIdOf(this.tenant.tenantId, {
      kind,
      subject,
      user: { id: userId },
      ...(ownerId === null ? {} : { owner: { id: ownerId } }),
      ...(isOfAddress ? { matchedBy: 'email' } : {}),
    });
  }

  /** Mostly an open question; now and then any. */
  private aQuestion(wanted: string): string | undefined {
    const all = this.model.questions;
    const fitting = all.filter(({ status }) => status === wanted);
    const from = fitting.length > 0 && this.chance(0.85) ? fitting : all;
    return from.length === 0 ? undefined : this.pick(this.chance(0.5) ? from.slice(-3) : from).key;
  }

  private async decide(): Promise<void> {
    const latest = this.model.questions.findLast(
      ({ kind, status }) => kind === 'possible_reassignment' && status === 'open',
    );
    const key = this.chance(0.4) ? (latest?.key ?? this.aQuestion('open')) : this.aQuestion('open');
    if (key === undefined) return;
    const isReassignment = key.startsWith('possible');
    const decision = this.pick<Decision>(
      isReassignment || this.chance(0.1)
        ? ['same_person', 'another_person', 'another_person', 'ignore']
        : ['same_person', 'same_person', 'another_person', 'ignore'],
    );
    this.note('DECIDE', key, decision);
    const api = await this.admin();
    const { status, body } = await api.post(`/conflicts/${this.idOf(key)}/decide`, { decision });
    const takeId = (): string => this.newId(body.data['newUserId']);
    const expected = this.model.decide(key, decision, this.now, takeId);
    this.count(`decide ${decision} ${expected}`);
    expect({ isDone: status === 200, outcome: this.outcomeOf(status, body) }).toEqual({
      isDone: /200|repeated/.test(expected),
      outcome: expected,
    });
  }

  private outcomeOf(status: number, body: { meta?: Json; error?: { code: string } }): string {
    if (status !== 200) return body.error?.code ?? '';
    return body.meta?.['repeated'] === true ? 'repeated' : '200';
  }

  private async takeBack(): Promise<void> {
    const key = this.aQuestion('decided');
    if (key === undefined) return;
    this.note('UNDO', key);
    const { status, body } = await (await this.admin()).post(`/conflicts/${this.idOf(key)}/undo`, {});
    const expected = this.model.undo(key);
    this.count(`undo ${expected}`);
    expect(this.outcomeOf(status, body)).toBe(expected);
  }

  private changeRun(): void {
    this.run = this.run === null ? `night-${this.serial}` : null;
    this.note('RUN', this.run);
  }

  private async undoRun(): Promise<void> {
    const runs = this.model.people.flatMap(({ history }) => history.map(({ run }) => run));
    const known = [...new Set(runs)].filter((run) => run?.startsWith('night') === true);
    const run = known.at(-1);
    if (run === undefined || run === null || runs.includes(`undo:${run}`)) return;
    this.note('UNDO RUN', run);
    const scope = await service.scope(this.tenant);
    for await (const reversal of service.app.get(UndoService).undo(scope, run))
      this.count(`run ${reversal.fields.length > 0 ? 'put back' : 'kept'}`);
    this.model.undoRun(run);
    this.run = null;
  }

  private async admin(): Promise<ApiClient> {
    if (this.now - this.loggedInAt > 1200 * SECOND_MS) {
      this.api = (await admins.browser(this.adminEmail)).api;
      this.loggedInAt = this.now;
    }
    return this.api;
  }

  /** Every field of every person, every question, and what is remembered. */
  async compare(): Promise<void> {
    const { tenantId } = this.tenant;
    const ask = (sql: string): Promise<Json[]> => service.query<Json[]>(sql, [tenantId]);
    const people = (await ask('SELECT * FROM users WHERE tenantId = ? ORDER BY id')).map((row) => {
      const profile = json(row['facultyProfile']) as { facultyRank?: string } | null;
      const awaiting = (json(row['awaitingSource']) ?? {}) as Record<
        string,
        { sourceValue: unknown; source: string | null; since: string }
      >;
      const values = STORED.map((field) => [field, row[field]] as const);
      return {
        id: row['id'],
        values: { ...Object.fromEntries(values), [RANK]: profile?.facultyRank ?? null },
        awaiting: Object.fromEntries(
          Object.entries(awaiting).map(([field, { sourceValue, source, since }]) => [
            field,
            {
              value: sourceValue,
              source: source === null || source === 'feed' ? source : 'connection',
              since: Date.parse(since),
            },
          ]),
        ),
      };
    });
    const known = this.model.people
      .map(({ id, values, awaiting }) => ({ id, values, awaiting }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(people).toEqual(known);

    const conflicts = (await ask('SELECT * FROM identity_conflicts WHERE tenantId = ?')).map((row) =>
      ['id', 'userId', 'ownerId', 'status', 'decision', 'count', 'newUserId']
        .map((field) => (field === 'count' ? Number(row[field]) : textOf(row[field])))
        .concat(...['sent', 'applied'].map((field) => (row[field] === null ? 'none' : field)))
        .join(' '),
    );
    const questions = this.model.questions.map((one) => {
      const kept = [one.sent === null ? 'none' : 'sent', one.applied === null ? 'none' : 'applied'].join(' ');
      const people = [this.idOf(one.key), one.userId, one.ownerId ?? ''];
      return [...people, one.status, one.decision ?? '', one.count, one.newUserId ?? '', kept].join(' ');
    });
    expect(conflicts.sort()).toEqual(questions.sort());

    const remembered = await ask('SELECT subject, meansUserId FROM match_decisions WHERE tenantId = ?');
    const same = [...this.model.samePerson].map(
      (key) => `${key.slice(key.indexOf(' ')).split(' ').slice(3).join(' ')} `,
    );
    const meant = this.model.meanings.map(({ subject, means }) => `${subject} ${means}`);
    expect(
      remembered.map(({ subject, meansUserId }) => `${textOf(subject)} ${textOf(meansUserId)}`).sort(),
    ).toEqual([...same, ...meant].sort());
  }
}

describe('identity matching', () => {
  it(
    'is what the model says, through posts, uploads, approvals, decisions, takings back and undone runs',
    async () => {
      const counts = new Map<string, number>();
      let done = 0;
      for (let round = 0; done < STEPS; round += 1) {
        const settings = TENANTS[round % TENANTS.length];
        if (settings === undefined) throw new Error('no tenant');
        const seed = SEED * 1000 + round;
        const lane = await Lane.of(settings, seed);
        const last = Math.min(STEPS, done + Math.min(STEPS_OF_A_TENANT, Math.ceil(STEPS / TENANTS.length)));
        for (; done < last; done += 1) await lane.step();
        await lane.compare();
        process.stdout.write(`identity matching: ${done} steps, tenant seed ${seed}\n`);
        for (const [what, count] of lane.counts) counts.set(what, (counts.get(what) ?? 0) + count);
      }
      process.stdout.write(`${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`);
      process.stdout.write(`identity matching: ${recognised} bodies were recognised\n`);
      expect(recognised).toBeGreaterThan(0);
    },
    60_000 + STEPS * 200,
  );
});
