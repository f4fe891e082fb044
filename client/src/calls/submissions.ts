import type {
  ChangeStatus,
  Discrepancy,
  PutSubmission,
  ResolveDiscrepancy,
  Submission,
  SubmissionsControllerChangeStatusData,
  SubmissionsControllerGetData,
  SubmissionsControllerPutData,
  SubmissionsControllerResolveData,
} from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** Forms and their review (scope `workflow`). */
export class Submissions {
  constructor(private readonly transport: Transport) {}

  /** Creates a submission, or replaces its fields before a decision. */
  put(submissionId: string, form: PutSubmission, options?: CallOptions): Promise<Answer<Submission>> {
    return this.transport.call<SubmissionsControllerPutData, Submission>(
      {
        method: 'PUT',
        url: '/api/v1/workflow/submissions/{submissionId}',
        path: { submissionId },
        body: form,
      },
      options,
    );
  }

  get(submissionId: string, options?: CallOptions): Promise<Answer<Submission>> {
    return this.transport.call<SubmissionsControllerGetData, Submission>(
      { method: 'GET', url: '/api/v1/workflow/submissions/{submissionId}', path: { submissionId } },
      options,
    );
  }

  /** Moves a submission through its review; the status that it has already changes nothing. */
  changeStatus(submissionId: string, move: ChangeStatus, options?: CallOptions): Promise<Answer<Submission>> {
    return this.transport.call<SubmissionsControllerChangeStatusData, Submission>(
      {
        method: 'POST',
        url: '/api/v1/workflow/submissions/{submissionId}/status',
        path: { submissionId },
        body: move,
      },
      options,
    );
  }

  /** Decides about a discrepancy; one that is decided stays as it is. */
  resolve(
    submissionId: string,
    id: string,
    decision: ResolveDiscrepancy,
    options?: CallOptions,
  ): Promise<Answer<Discrepancy>> {
    return this.transport.call<SubmissionsControllerResolveData, Discrepancy>(
      {
        method: 'POST',
        url: '/api/v1/workflow/submissions/{submissionId}/discrepancies/{id}/resolve',
        path: { submissionId, id },
        body: decision,
      },
      options,
    );
  }
}
