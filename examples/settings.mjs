// What the examples share: where the service is, and a line on standard output for each step.

/** From the environment, because a secret is nothing for a command line. */
export function addressAndCredential() {
  const { INTEGRATION_API_URL, INTEGRATION_API_KEY, INTEGRATION_API_SECRET } = process.env;
  if (!INTEGRATION_API_URL || !INTEGRATION_API_KEY || !INTEGRATION_API_SECRET)
    throw new Error('INTEGRATION_API_URL, INTEGRATION_API_KEY and INTEGRATION_API_SECRET are needed.');
  return { url: INTEGRATION_API_URL, apiKey: INTEGRATION_API_KEY, apiSecret: INTEGRATION_API_SECRET };
}

/** For `onEvent`. */
export function logEvent({ type, item, error }) {
  const what = item === undefined ? [] : [item.submissionId, item.formType];
  console.log([type.padEnd(10), ...what, ...(error ? [`(${error.message})`] : [])].join(' '));
}
