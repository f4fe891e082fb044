import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { SandboxRequest } from '../entities/sandbox-request.entity.js';

/** Older ones are forgotten. */
export const MOST_REQUESTS = 1000;
/** Characters of bodies in one statement. */
const MOST_AT_ONCE = 1_000_000;

export type NewSandboxRequest = Omit<SandboxRequest, 'id'>;

/** In pieces that the server takes in one statement. */
function piecesOf(requests: readonly NewSandboxRequest[]): NewSandboxRequest[][] {
  const pieces: NewSandboxRequest[][] = [];
  let size = Infinity;
  for (const request of requests) {
    const { length } = `${request.requestBody ?? ''}${request.responseBody ?? ''}`;
    size += length;
    if (size > MOST_AT_ONCE) {
      pieces.push([]);
      size = length;
    }
    pieces.at(-1)?.push(request);
  }
  return pieces;
}

/** TypeORM gives the objects that it inserts the IDs of this attempt. */
function copiesOf(requests: readonly NewSandboxRequest[]): NewSandboxRequest[] {
  return requests.map((request) => ({ ...request }));
}

@Injectable()
export class SandboxRequestsRepository {
  constructor(@InjectRepository(SandboxRequest) private readonly requests: Repository<SandboxRequest>) {}

  async add(transaction: Transaction, requests: readonly NewSandboxRequest[]): Promise<void> {
    for (const piece of piecesOf(requests))
      await transaction.entities((manager) => manager.insert(SandboxRequest, copiesOf(piece)));
    for (const tenantId of [...new Set(requests.map((request) => request.tenantId))].sort())
      await this.forgetOld(transaction, tenantId);
  }

  /** The latest ones, in the order in which they were answered. */
  async latest(tenantId: string, limit: number): Promise<SandboxRequest[]> {
    const found = await this.requests.find({ where: { tenantId }, order: { id: 'DESC' }, take: limit });
    return found.reverse();
  }

  private async forgetOld(transaction: Transaction, tenantId: string): Promise<void> {
    // As a part of the DELETE it would wait for what other processes are adding, and they for this one.
    const oldest = `SELECT \`id\` FROM \`sandbox_requests\` WHERE \`tenantId\` = ?
      ORDER BY \`id\` DESC LIMIT 1 OFFSET ${MOST_REQUESTS - 1}`;
    const [kept] = await transaction.read<{ id: number | string }>(oldest, [tenantId]);
    if (kept === undefined) return;
    const sql = 'DELETE FROM `sandbox_requests` WHERE `tenantId` = ? AND `id` < ?';
    await transaction.write(sql, [tenantId, kept.id]);
  }
}
