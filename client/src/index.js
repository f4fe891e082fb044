export { IntegrationApi } from './integration-api.js';
export { IntegrationApiError, isApiError, } from './errors.js';
export { backoff, isTemporary } from './retry.js';
export { BulkAnswers, isBulkRefusal } from './bulk/bulk-answers.js';
export { ProgressWalk, } from './calls/progress.js';
export { connector } from './connector/connector.js';
export { PermanentError, } from './connector/connector-types.js';
//# sourceMappingURL=index.js.map