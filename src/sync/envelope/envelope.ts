import { createHash } from 'node:crypto';

import canonicalize from 'canonicalize';

import type { Discrepancy } from '../../submissions/entities/discrepancy.entity.js';
import type { Submission } from '../../submissions/entities/submission.entity.js';
import {
  type FieldLink,
  readRecord,
  recordValue,
  submittedText,
} from '../../submissions/mapping/record-fields.js';
import type { User } from '../../users/model/user.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';

/** Everything that an envelope is built from. */
export interface EnvelopeSource {
  readonly submission: Submission;
  readonly item: SyncItem;
  readonly student: User;
  readonly links: readonly FieldLink[];
  readonly discrepancies: readonly Discrepancy[];
  /** Where the schema of `data` is published. */
  readonly dataschema: string;
}

/** A CloudEvents 1.0 event in structured JSON; see the published schema for `data`. */
export interface Envelope {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly dataschema: string;
  /** The extension attribute for distributed tracing: of the move that is delivered, where that was traced. */
  readonly traceparent?: string;
  readonly data: object;
}

/** RFC 8785: the same content has the same text, in any order of its keys. */
function canonicalText(value: unknown): string {
  return canonicalize(value) ?? '';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether an administrator kept the record's value against this submitted one; the latest decision counts. */
function isKept(discrepancies: readonly Discrepancy[], target: string, submitted: string | null): boolean {
  const latest = discrepancies.findLast((one) => one.field === target && one.submitted === submitted);
  return latest?.resolution === 'keep_record';
}

/** The values to send: the submitted ones, or the record's where an administrator decided to keep that. */
function fieldsOf({ submission, student, links, discrepancies }: EnvelopeSource): {
  fields: object;
  unmappedFields: object;
} {
  const targets = new Map(links.map(({ formField, target }) => [formField, target]));
  const fields: Record<string, unknown> = {};
  const unmappedFields: Record<string, unknown> = {};
  for (const [formField, value] of Object.entries(submission.fields)) {
    const target = targets.get(formField);
    if (target === undefined) unmappedFields[formField] = value;
    else if (isKept(discrepancies, target, submittedText(value))) {
      const recorded = readRecord(student, target);
      fields[target] = recorded === null ? null : recordValue(target, recorded);
    } else fields[target] = value;
  }
  return { fields, unmappedFields };
}

function dataOf(source: EnvelopeSource): object {
  const { submission, item, student, discrepancies } = source;
  const { tenantId, submissionId, formType, status: submissionStatus, submittedAt, decidedAt } = submission;
  const { id, legacyNumber, email, firstName, lastName, programId } = student;
  return {
    tenantId,
    submissionId,
    formType,
    submissionStatus,
    targetSystem: item.targetSystem,
    student: { id, legacyNumber, email, firstName, lastName, programId },
    ...fieldsOf(source),
    discrepancies: discrepancies.map(({ field, submitted, recorded, resolution }) => ({
      field,
      submitted,
      recorded,
      resolution,
    })),
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** An envelope with the hashes of its data. */
export interface BuiltEnvelope {
  readonly envelope: Envelope;
  readonly studentId: string;
  /** Of all of the data. */
  readonly contentHash: string;
  /** Of the data without the times of the review and the target system: what makes a delivery outdated. */
  readonly deliveryHash: string;
}

function deliveryHashOf(data: object): string {
  const kept = Object.entries(data).filter(
    ([name]) => name !== 'submittedAt' && name !== 'decidedAt' && name !== 'targetSystem',
  );
  return sha256(canonicalText(Object.fromEntries(kept)));
}

/**
 * Builds an envelope; the preview and every connector use it. Its id and hash depend on the content alone, so that a
 * receiver recognises a repeated event.
 */
export function buildEnvelope(source: EnvelopeSource): BuiltEnvelope {
  const { submission, dataschema } = source;
  const data = dataOf(source);
  const contentHash = sha256(canonicalText(data));
  const type = `submission.${submission.status}.v1`;
  const envelope: Envelope = {
    specversion: '1.0',
    id: sha256(`${type}\n${contentHash}`).slice(0, 32),
    source: `/tenants/${submission.tenantId}/submissions`,
    type,
    subject: submission.submissionId,
    time: (submission.decidedAt ?? submission.updatedAt).toISOString(),
    datacontenttype: 'application/json',
    dataschema,
    ...(submission.traceParent === null ? {} : { traceparent: submission.traceParent }),
    data,
  };
  return { envelope, studentId: source.student.id, contentHash, deliveryHash: deliveryHashOf(data) };
}
