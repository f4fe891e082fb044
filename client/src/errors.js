/** A call that did not succeed, after all attempts. The message is a sentence that a person can act on. */
export class IntegrationApiError extends Error {
    constructor(message, facts) {
        const { code, status, details = [], conflictId, requestId, retryAfterMs, cause } = facts;
        super(message, cause === undefined ? undefined : { cause });
        this.name = 'IntegrationApiError';
        this.code = code;
        this.status = status;
        this.details = details;
        this.conflictId = conflictId;
        this.requestId = requestId;
        this.retryAfterMs = retryAfterMs;
    }
}
/** Whether the error is an `IntegrationApiError`, with one of these codes where some are given. */
export function isApiError(error, ...codes) {
    return error instanceof IntegrationApiError && (codes.length === 0 || codes.includes(error.code));
}
//# sourceMappingURL=errors.js.map