import { facultyMember, person } from '../factories/person.js';
import type { Answer, Body } from './api-client.js';
import type { TestTenant } from './service.js';

type Person = Record<string, unknown>;

const MILESTONES = ['candidacy', 'concept_paper', 'irb_approval', 'own_step'];
const DAYS = ['2020-02-29', '2026-06-01', '2030-01-01', null];

/** Changes people and progress of one tenant at random, by all calls that write them. */
export class ProgressWriters {
  readonly students: Person[];
  readonly faculty: Person[];
  /** Answers by `status`, and the unexpected ones. */
  readonly answered = new Map<number, number>();
  readonly unexpected: unknown[] = [];
  private serial = 0;

  constructor(
    private readonly tenant: TestTenant,
    private readonly random: () => number,
    counts: { students: number; faculty: number },
  ) {
    this.students = Array.from({ length: counts.students }, () => person());
    this.faculty = Array.from({ length: counts.faculty }, () => facultyMember());
  }

  /** Provisions all people. */
  async start(): Promise<void> {
    await this.tenant.sis.bulk('/users/bulk', [...this.students, ...this.faculty]);
  }

  /** Makes one change of a random kind. */
  async write(): Promise<void> {
    const kinds: (() => Promise<void>)[] = [
      () => this.postPerson(this.pick(this.students)),
      () => this.postPerson(this.pick(this.faculty)),
      () => this.newcomer(),
      () => this.patchStatus(this.pick(this.students)),
      () => this.patchStatus(this.pick(this.faculty)),
      () => this.changeType(this.pick(this.students)),
      () => this.put('dissertation', { title: this.text(), status: this.pick(['in_progress', 'on_hold']) }),
      () =>
        this.put(`dissertation/versions/${this.upTo(3)}`, {
          stage: 'proposal',
          status: this.pick(['draft', 'submitted']),
        }),
      () => this.put(`milestones/${this.pick(MILESTONES)}`, this.milestone()),
      () => this.put('committee', this.committee()),
      () => this.put('committee', this.committee()),
      () => this.bulkPeople(),
      () => this.bulkProgress(),
    ];
    await this.pick(kinds)();
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  private upTo(max: number): number {
    return 1 + Math.floor(this.random() * max);
  }

  private text(): string {
    this.serial += 1;
    return `${this.pick(['Alpha', 'Ω', 'Ann "A"', '李', '\\'])} ${this.serial}`;
  }

  /** Changes name, address or number of a person, or nothing. */
  private changed(one: Person): Person {
    const kind = this.random();
    if (kind < 0.4) one['firstName'] = this.text();
    else if (kind < 0.5) one['email'] = `changed.${this.text().replace(/[^0-9]/g, '')}@test.example.edu`;
    else if (kind < 0.7) one['schoolProgram'] = this.text();
    if (one['accountType'] === 'Faculty') one['facultyProfile'] = { isExternal: kind < 0.5 };
    return { ...one };
  }

  private async postPerson(one: Person): Promise<void> {
    this.note(await this.tenant.sis.post('/users', this.changed(one)));
  }

  private async newcomer(): Promise<void> {
    if (this.students.length >= 60) return;
    const one = person();
    this.note(await this.tenant.sis.post('/users', one));
    this.students.push(one);
    const path = `/students/${String(one['externalId'])}/dissertation`;
    this.note(await this.tenant.workflow.put(path, { title: this.text(), status: 'in_progress' }));
  }

  private async patchStatus({ externalId }: Person): Promise<void> {
    const body = { accountStatus: this.pick(['active', 'inactive']) };
    this.note(await this.tenant.sis.patch(`/users/${String(externalId)}`, body));
  }

  private async changeType(one: Person): Promise<void> {
    one['accountType'] = one['accountType'] === 'Student' ? 'Staff' : 'Student';
    this.note(await this.tenant.sis.post('/users', { ...one }));
  }

  private milestone(): Record<string, unknown> {
    return { status: this.pick(['not_started', 'in_progress', 'completed']), dueOn: this.pick(DAYS) };
  }

  private committee(): Record<string, unknown> {
    const seats = new Set(Array.from({ length: this.upTo(5) }, () => this.pick(this.faculty)['externalId']));
    const roles = ['chair', 'member'];
    return {
      members: [...seats].map((facultyId) => ({ facultyId, role: this.pick(roles), status: 'accepted' })),
    };
  }

  private async put(part: string, body: unknown): Promise<void> {
    const { externalId } = this.pick(this.students);
    this.note(await this.tenant.workflow.put(`/students/${String(externalId)}/${part}`, body));
  }

  private async bulkPeople(): Promise<void> {
    const lines = Array.from({ length: 12 }, () =>
      this.changed(this.pick([...this.students, ...this.faculty])),
    );
    this.noteLines(await this.tenant.sis.bulk('/users/bulk', lines));
  }

  private async bulkProgress(): Promise<void> {
    const lines = Array.from({ length: 12 }, () => ({
      studentId: this.pick(this.students)['externalId'],
      dissertation: { title: this.text(), status: 'in_progress' },
      milestones: [{ code: this.pick(MILESTONES), ...this.milestone() }],
      ...(this.random() < 0.5 ? { committee: this.committee() } : {}),
    }));
    this.noteLines(await this.tenant.workflow.bulk('/progress/bulk', lines));
  }

  /** The call is refused with 400 for a person who is no Student now. */
  private note({ status, body }: Answer<Body>): void {
    this.answered.set(status, (this.answered.get(status) ?? 0) + 1);
    const isNoStudent = status === 400 && body.error.details?.[0]?.code === 'isStudent';
    if (status !== 200 && status !== 201 && !isNoStudent) this.unexpected.push(body);
  }

  private noteLines(lines: readonly Record<string, unknown>[]): void {
    for (const line of lines) {
      const error = line['error'] as { details?: { code: string }[] } | undefined;
      if (error !== undefined && error.details?.[0]?.code !== 'isStudent') this.unexpected.push(line);
    }
  }
}
