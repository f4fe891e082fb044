import { BulkAnswers } from '../bulk/bulk-answers.js';
import type { BulkOptions } from '../bulk/bulk-types.js';
import type { Rows } from '../bulk/row-queue.js';
import type {
  BulkProgress,
  Committee,
  Dissertation,
  Milestone,
  PutCommittee,
  PutDissertation,
  PutMilestone,
  PutVersion,
  StudentProgressControllerPutCommitteeData,
  StudentProgressControllerPutDissertationData,
  StudentProgressControllerPutMilestoneData,
  StudentProgressControllerPutVersionData,
  Version,
} from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** Progress of doctoral students, part by part (scope `workflow`). `studentId` is the 950 ID or the legacyNumber. */
export class Students {
  constructor(private readonly transport: Transport) {}

  putDissertation(
    studentId: string,
    part: PutDissertation,
    options?: CallOptions,
  ): Promise<Answer<Dissertation>> {
    return this.transport.call<StudentProgressControllerPutDissertationData, Dissertation>(
      {
        method: 'PUT',
        url: '/api/v1/workflow/students/{studentId}/dissertation',
        path: { studentId },
        body: part,
      },
      options,
    );
  }

  /** @param number of the version, 1 or more */
  putVersion(
    studentId: string,
    number: number,
    part: PutVersion,
    options?: CallOptions,
  ): Promise<Answer<Version>> {
    return this.transport.call<StudentProgressControllerPutVersionData, Version>(
      {
        method: 'PUT',
        url: '/api/v1/workflow/students/{studentId}/dissertation/versions/{number}',
        path: { studentId, number },
        body: part,
      },
      options,
    );
  }

  putMilestone(
    studentId: string,
    code: string,
    part: PutMilestone,
    options?: CallOptions,
  ): Promise<Answer<Milestone>> {
    return this.transport.call<StudentProgressControllerPutMilestoneData, Milestone>(
      {
        method: 'PUT',
        url: '/api/v1/workflow/students/{studentId}/milestones/{code}',
        path: { studentId, code },
        body: part,
      },
      options,
    );
  }

  /** Replaces the committee as a whole. */
  putCommittee(studentId: string, part: PutCommittee, options?: CallOptions): Promise<Answer<Committee>> {
    return this.transport.call<StudentProgressControllerPutCommitteeData, Committee>(
      {
        method: 'PUT',
        url: '/api/v1/workflow/students/{studentId}/committee',
        path: { studentId },
        body: part,
      },
      options,
    );
  }

  /** The progress of any number of students, streamed both ways; an answer for each, in order. */
  bulk<Row extends BulkProgress>(rows: Rows<Row>, options?: BulkOptions): BulkAnswers<Row> {
    return new BulkAnswers(this.transport, '/api/v1/workflow/progress/bulk', rows, options);
  }
}
