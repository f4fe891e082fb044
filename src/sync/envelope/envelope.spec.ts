import { syncItem } from '../../../test/factories/sync-item.js';
import type { Discrepancy } from '../../submissions/entities/discrepancy.entity.js';
import { blankUser } from '../../users/model/fields/merge.js';
import { buildEnvelope, type EnvelopeSource } from './envelope.js';

const at = new Date('2026-11-20T10:00:00.000Z');

function source(fields: Record<string, unknown>, more: Partial<EnvelopeSource> = {}): EnvelopeSource {
  const item = syncItem();
  const { tenantId, submissionId, formType, studentId } = item;
  return {
    submission: {
      tenantId,
      submissionId,
      formType,
      studentId,
      fields,
      status: 'approved',
      updatedNanos: 0,
      traceParent: null,
      submittedAt: at,
      decidedAt: at,
      createdAt: at,
      updatedAt: at,
    },
    item,
    student: { ...blankUser('t', '950000001', null, at), degree: 'EdD' },
    links: [{ formField: 'degree', target: 'degree' }],
    discrepancies: [],
    dataschema: 'https://example.edu/schema.json',
    ...more,
  };
}

const decided = (submitted: string, resolution: Discrepancy['resolution']): Discrepancy => ({
  id: 1,
  tenantId: 't',
  submissionId: 'sub-1',
  formType: 'x',
  field: 'degree',
  formField: 'degree',
  submitted,
  recorded: 'MA',
  groupKey: null,
  resolution,
  note: null,
  resolvedBy: null,
  resolvedAt: null,
  effect: null,
  createdAt: at,
});

const fieldsOf = (from: EnvelopeSource): unknown =>
  (buildEnvelope(from).envelope.data as { fields: unknown }).fields;

describe('an envelope', () => {
  it('has the same id and hash for the same content, in whatever order', () => {
    const one = buildEnvelope(source({ a: { x: 1, y: [1, 2] }, b: 'é' }));
    const other = buildEnvelope(source({ b: 'é', a: { y: [1, 2], x: 1 } }));
    expect(other).toEqual(one);
    expect(one.envelope.id).toMatch(/^[0-9a-f]{32}$/);
    expect(one.contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([{ a: 2 }, { a: '1' }, { A: 1 }, { a: [1] }, {}])(
    'has another one for %j than for {"a":1}',
    (fields) => {
      expect(buildEnvelope(source(fields)).envelope.id).not.toBe(buildEnvelope(source({ a: 1 })).envelope.id);
    },
  );

  it('sends the record of today where an administrator kept it, and only for the value that was decided', () => {
    const kept = { discrepancies: [decided('PhD', 'keep_record')] };
    expect(fieldsOf(source({ degree: ' PhD ' }, kept))).toEqual({ degree: 'EdD' });
    expect(fieldsOf(source({ degree: 'MBA' }, kept))).toEqual({ degree: 'MBA' });
  });

  it('follows the latest of several decisions about one value', () => {
    const discrepancies = [decided('PhD', 'keep_record'), decided('PhD', 'dismiss')];
    expect(fieldsOf(source({ degree: 'PhD' }, { discrepancies }))).toEqual({ degree: 'PhD' });
    expect(fieldsOf(source({ degree: 'PhD' }, { discrepancies: discrepancies.toReversed() }))).toEqual({
      degree: 'EdD',
    });
  });
});
