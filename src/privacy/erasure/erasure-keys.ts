import { Injectable } from '@nestjs/common';

import { SealedColumns } from '../../secrets/sealed-columns.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { Subject } from '../personal-data/personal-table.js';
import type { Erasure } from './erasure.entity.js';

/** What a person who is being erased was known by. */
export interface KnownSubject {
  readonly subject: Subject;
  /** False when only the ID is known, because the rest is sealed under another server key. */
  readonly isWhole: boolean;
}

/** Keeps what the data of a person is found by until the erasure is finished, sealed under the server key. */
@Injectable()
export class ErasureKeys {
  private readonly box: SecretBox;

  constructor(columns: SealedColumns) {
    this.box = columns.declare({
      kind: 'what people were known by who are being erased',
      table: 'erasures',
      column: 'sealedKeys',
      key: ['tenantId', 'userId'],
      purpose: 'keys of erased people',
      ownerOf: ({ tenantId = '', userId = '' }) => `${tenantId} ${userId}`,
    });
  }

  seal(subject: Subject): Buffer {
    return this.box.seal(`${subject.tenantId} ${subject.userId}`, JSON.stringify(subject));
  }

  /** Under another server key the box cannot be opened: what is found by the ID is erased. */
  open({ tenantId, userId, sealedKeys }: Erasure): KnownSubject {
    const opened = sealedKeys === null ? undefined : this.box.open(`${tenantId} ${userId}`, sealedKeys);
    if (opened !== undefined) return { subject: JSON.parse(opened) as Subject, isWhole: true };
    const unknown = { firstNames: [], lastNames: [], submissionIds: [] };
    const subject = { tenantId, userId, numbers: [userId], emails: [''], ...unknown };
    return { subject, isWhole: sealedKeys === null };
  }
}
