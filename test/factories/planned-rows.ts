import { CandidateIndex } from '../../src/users/matching/candidate-index.js';
import type { NamedAddresses } from '../../src/users/matching/named-addresses.js';
import { planBatch } from '../../src/users/matching/plan-batch.js';
import { MatchDecisions, NO_DECISIONS } from '../../src/users/matching/questions.js';
import type { CreateUpdateUserDto } from '../../src/users/model/dto/create-update-user.dto.js';
import { blankUser } from '../../src/users/model/fields/merge.js';
import type { HashBody, Outcome, Plan, SentPerson } from '../../src/users/model/outcome.js';
import { emailKeyOf, formatId } from '../../src/users/model/user-ids.js';
import type { User } from '../../src/users/model/user.entity.js';
import type { Scope } from '../../src/tenancy/scope.js';

export const settings = {
  emailDomain: 'uni.example.edu',
  possibleReassignment: 'warn',
  adoptByEmail: 'always',
  awaitSourceDays: 0,
  timeZone: 'UTC',
};
export const EARLIER = new Date('2026-01-01T00:00:00.000Z');
export const NOW = new Date('2026-03-01T00:00:00.000Z');

export function scopeWith(tenant: Partial<typeof settings> = {}): Scope {
  return { tenantId: 'tenant', tenant: { ...settings, ...tenant } } as unknown as Scope;
}

/** A stored person. All have the same names, so that names distinguish none of them. */
export function user(id: string, email: string, legacyNumber: string | null = null): User {
  const blank = blankUser('tenant', id, legacyNumber, EARLIER);
  return { ...blank, email, emailKey: emailKeyOf(email), firstName: 'Ann', lastName: 'Lee' };
}

export const ANN = user('950000101', 'ann@example.edu', 'S-1');
export const BOB = user('950000102', 'bob@example.edu', 'S-2');
export const CLEO = user('950000103', 'cleo@example.edu');
export const DAN = user('950000104', 'dan@example.edu', 'S-4');

/** A row with the names of the stored people. */
export function person(
  name: string,
  externalId?: string | null,
  more: Partial<CreateUpdateUserDto> = {},
): CreateUpdateUserDto {
  const number = externalId === undefined ? {} : { externalId };
  const named = { firstName: 'Ann', lastName: 'Lee', accountType: 'Student' } as const;
  return { email: `${name}@example.edu`, ...named, ...number, ...more };
}

export type Row = CreateUpdateUserDto | SentPerson;

export function sentAs(rows: readonly Row[]): SentPerson[] {
  return rows.map((row) => ('person' in row ? row : { person: row }));
}

interface Planning {
  readonly tenant?: Partial<typeof settings>;
  readonly decisions?: MatchDecisions;
  readonly named?: NamedAddresses;
  readonly hashBody?: HashBody;
}

export function plan(rows: readonly Row[], stored: readonly User[] = [], more: Planning = {}): Plan {
  const { tenant, decisions = NO_DECISIONS, named, hashBody } = more;
  const next = { '950': 1, '951': 1 };
  const takeId = (prefix: '950' | '951'): string => formatId(prefix, next[prefix]++);
  const candidates = new CandidateIndex(stored, decisions, named);
  return planBatch(scopeWith(tenant), sentAs(rows), candidates, takeId, NOW, hashBody);
}

/** The decisions that each of these questions is about one person. */
export function samePersonIn({ questions }: Pick<Plan, 'questions'>): MatchDecisions {
  return new MatchDecisions(
    questions.map(({ conflictId, subject }) => ({
      tenantId: 'tenant',
      conflictId,
      subject,
      meansUserId: null,
      decidedAt: EARLIER,
    })),
  );
}

export function brief(outcome: Outcome | undefined): string {
  if (outcome === undefined || outcome.kind === 'refused') return outcome?.refusal.code ?? 'none';
  const { kind, user: after, matchedBy } = outcome;
  return `${kind} ${after.id} ${after.legacyNumber ?? '-'} ${matchedBy ?? '-'}`;
}

export const briefly = ({ outcomes }: Pick<Plan, 'outcomes'>): string[] => outcomes.map(brief);
