import { RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { SUBMISSION_STATUSES } from '../../submissions/review-workflow.js';

export const ENVELOPE_SCHEMA_PATH = '/docs/schemas/sync-envelope.v1.json';

const TEXT = { type: 'string' } as const;
const NULLABLE_TEXT = { type: ['string', 'null'] } as const;
const NULLABLE_MOMENT = { type: ['string', 'null'], format: 'date-time' } as const;

function complete(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** JSON Schema of the envelope's `data`. Within v1 only optional properties may be added. */
export function envelopeSchema(id: string): object {
  const student = {
    id: TEXT,
    legacyNumber: NULLABLE_TEXT,
    email: TEXT,
    firstName: TEXT,
    lastName: TEXT,
    programId: NULLABLE_TEXT,
  };
  const discrepancy = {
    field: TEXT,
    submitted: TEXT,
    recorded: NULLABLE_TEXT,
    // Generators look for null among the types.
    resolution: { type: ['string', 'null'], enum: [...RESOLUTIONS, null] },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: 'A submission for another system',
    description: 'The data of a CloudEvents 1.0 event of the type submission.<status>.v1.',
    ...complete({
      tenantId: TEXT,
      submissionId: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,64}$' },
      formType: TEXT,
      submissionStatus: { type: 'string', enum: [...SUBMISSION_STATUSES] },
      targetSystem: NULLABLE_TEXT,
      student: complete(student),
      fields: { type: 'object', description: 'Record field names and their values' },
      unmappedFields: { type: 'object', description: 'Form fields that no record field is mapped to' },
      discrepancies: { type: 'array', items: complete(discrepancy) },
      submittedAt: NULLABLE_MOMENT,
      decidedAt: NULLABLE_MOMENT,
    }),
  };
}
