import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { type Answer, ask, PendingStatements } from '../database/pending-statements.js';
import { RowCodec } from '../database/row-codec.js';
import { isIdentifier } from './secrets.js';
import { Tenant } from './tenant.entity.js';

type Row = Readonly<Record<string, unknown>>;

/** Tenant administration: the one repository that is not bound to a tenant. */
@Injectable()
export class TenantsRepository {
  private readonly codec: RowCodec<Tenant>;
  /** What was asked for in transactions that are under way. */
  private readonly asked = new WeakMap<
    EntityManager,
    { readonly id: string; readonly answer: Answer<Row> }
  >();

  constructor(@InjectRepository(Tenant) private readonly tenants: Repository<Tenant>) {
    this.codec = new RowCodec<Tenant>(tenants.metadata);
  }

  async insert(manager: EntityManager, tenant: Tenant): Promise<void> {
    await manager.insert(Tenant, tenant);
  }

  list(): Promise<Tenant[]> {
    return this.tenants.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(id: string): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return this.tenants.findOneBy({ id });
  }

  /** The tenant as it is now; nobody changes it until the transaction ends, and others may hold it too. */
  async hold(id: string, manager: EntityManager): Promise<Tenant | null> {
    const [row] = await this.askToHold(id, manager)();
    return row === undefined ? null : this.codec.fromRow(row);
  }

  /** Says early that {@link hold} will follow, which then needs no round trip of its own. */
  askToHold(id: string, manager: EntityManager): Answer<Row> {
    const asked = this.asked.get(manager);
    if (asked?.id === id) return asked.answer;
    const sql = `SELECT ${this.codec.columns} FROM \`tenants\` WHERE \`id\` = ? LOCK IN SHARE MODE`;
    const answer = ask<Row>(manager, sql, [id]);
    if (PendingStatements.of(manager) !== undefined) this.asked.set(manager, { id, answer });
    return answer;
  }

  /** The tenant as it is now; nobody changes it or holds it until the transaction ends. */
  async lock(id: string, manager: EntityManager): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  exists(): Promise<boolean> {
    return this.tenants.exists();
  }

  async change(
    manager: EntityManager,
    id: string,
    change: Partial<Pick<Tenant, 'status' | 'emailDomain' | 'settings'>>,
  ): Promise<void> {
    this.asked.delete(manager);
    await manager.update(Tenant, { id }, change);
  }
}
