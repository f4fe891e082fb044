import { RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { SUBMISSION_STATUSES } from '../../submissions/review-workflow.js';

export const ENVELOPE_SCHEMA_PATH = '/docs/schemas/sync-envelope.v1.json';

const text = { type: 'string' } as const;
const nullableText = { type: ['string', 'null'] } as const;
const nullableMoment = { type: ['string', 'null'], format: 'date-time' } as const;

function complete(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** JSON Schema of the envelope's `data`. Within v1 only optional properties are ever added. */
export function envelopeSchema(id: string): object {
  const student = {
    id: text,
    legacyNumber: nullableText,
    email: text,
    firstName: text,
    lastName: text,
    programId: nullableText,
  };
  const discrepancy = {
    field: text,
    submitted: text,
    recorded: nullableText,
    resolution: { enum: [...RESOLUTIONS, null] },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: 'A submission for another system',
    description: 'The data of a CloudEvents 1.0 event of the type submission.<status>.v1.',
    ...complete({
      tenantId: text,
      submissionId: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,64}$' },
      formType: text,
      submissionStatus: { enum: [...SUBMISSION_STATUSES] },
      targetSystem: nullableText,
      student: complete(student),
      fields: { type: 'object', description: 'Record field names and their values' },
      unmappedFields: { type: 'object', description: 'Form fields that no record field is mapped to' },
      discrepancies: { type: 'array', items: complete(discrepancy) },
      submittedAt: nullableMoment,
      decidedAt: nullableMoment,
    }),
  };
}
