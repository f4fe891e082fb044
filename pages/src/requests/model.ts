export interface RowCounts {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly actor: string;
  readonly actorLabel: string;
  readonly address: string;
  readonly requestId: string;
  readonly code: string | null;
  readonly counts: RowCounts | null;
}

export interface LoggedFailure extends LoggedRequest {
  readonly body: unknown;
  readonly answer: unknown;
}
