import { IntegrationApiError } from './errors.js';
import { parseRetryAfter, waitBefore } from './retry.js';
import { asError, Deadline, sleep } from './waiting.js';
/** Why Node's fetch fails, without a status, where it is to follow no redirection. */
const REDIRECTED = 'unexpected redirect';
const BASES = /\/api\/v1\/(?:integration|workflow|sandbox)$/;
/** Sends the calls of one credential. The only place that speaks HTTP. */
export class Transport {
    // Private to the engine, so that an object that is printed or logged shows no secret.
    #credential;
    #fetch;
    constructor(options) {
        this.base = baseOf(options.url);
        this.timeoutMs = options.timeoutMs ?? 30_000;
        this.run = options.run;
        this.onRetry = options.onRetry ?? (() => undefined);
        this.policy = {
            retries: options.retries ?? 5,
            backoffMs: options.backoffMs ?? 250,
            longestWaitMs: options.longestWaitMs ?? 60_000,
        };
        this.#credential = {
            'X-Service-API-Key': options.apiKey,
            'X-Service-API-Secret': options.apiSecret,
        };
        this.#fetch = options.fetch ?? globalThis.fetch;
    }
    /**
     * Makes a call, in as many attempts as the policy allows.
     * @throws {IntegrationApiError} when the last attempt failed too
     */
    async call(call, options = {}) {
        const outgoing = this.outgoing(call, options);
        const body = call.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
        for (let attempt = 1;; attempt += 1) {
            try {
                return { ...(await this.attempt(outgoing, body, options)), attempts: attempt };
            }
            catch (error) {
                if (!(error instanceof IntegrationApiError))
                    throw error;
                const waitMs = waitBefore(this.policy, attempt, error, call.repeatability ?? 'safe');
                if (waitMs === undefined)
                    throw error;
                this.onRetry({ attempt, waitMs, error });
                await sleep(waitMs, options.signal);
            }
        }
    }
    outgoing(call, options) {
        const requestId = options.requestId ?? crypto.randomUUID();
        const run = options.run ?? this.run;
        const hasBody = call.body !== undefined || call.bytes !== undefined;
        return {
            method: call.method,
            url: this.base + fill(call.url, call.path) + queryText(call.query),
            requestId,
            headers: {
                Accept: 'application/json',
                'X-Request-Id': requestId,
                ...(hasBody ? { 'Content-Type': call.contentType ?? 'application/json' } : {}),
                ...(run === undefined ? {} : { 'X-Sync-Run': run }),
                ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
            },
        };
    }
    /**
     * Sends one request; resolves when the head of the answer has come.
     * @throws {IntegrationApiError} when none comes; the signal's reason when the caller has ended the call
     */
    async send(outgoing, init, deadline) {
        const { method, url, headers } = outgoing;
        try {
            return await this.#fetch(url, {
                // fetch would send the credential on to the place that a redirection names.
                redirect: 'manual',
                ...init,
                method,
                headers: { ...headers, ...this.#credential },
                signal: deadline.signal,
            });
        }
        catch (error) {
            throw noAnswer(error, outgoing, deadline);
        }
    }
    async attempt(outgoing, body, options) {
        const deadline = new Deadline(options.signal, options.timeoutMs ?? this.timeoutMs);
        deadline.start();
        try {
            const response = await this.send(outgoing, body === undefined ? {} : { body }, deadline);
            const text = await textOf(response, outgoing, deadline);
            if (!response.ok)
                throw refusalOf(response, text, outgoing);
            return answerOf(response, text, outgoing);
        }
        finally {
            deadline.end();
        }
    }
}
function baseOf(text) {
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new TypeError(`${text} must begin with http:// or https://`);
    return url.origin + url.pathname.replace(/\/+$/, '').replace(BASES, '');
}
function fill(url, path) {
    const values = (path ?? {});
    return url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
}
function queryText(query) {
    const pairs = Object.entries((query ?? {}));
    const given = pairs.flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]]);
    return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
/** @throws the reason of the caller's own signal */
function noAnswer(error, outgoing, deadline) {
    const { method, requestId } = outgoing;
    const place = `${method} ${new URL(outgoing.url).pathname}`;
    const reason = deadline.signal.reason;
    if (deadline.timedOut) {
        const facts = { code: 'TIMEOUT', requestId, cause: reason };
        return new IntegrationApiError(`${place} was not answered in time.`, facts);
    }
    if (deadline.signal.aborted)
        throw asError(reason);
    const why = reasonOf(error);
    const code = why === REDIRECTED ? 'UNEXPECTED_ANSWER' : 'CONNECTION_LOST';
    return new IntegrationApiError(`${place} was not answered: ${why}.`, { code, requestId, cause: error });
}
/** `fetch failed` alone tells nothing. */
function reasonOf(error) {
    const { message, cause } = asError(error);
    return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
export async function textOf(response, outgoing, deadline) {
    try {
        return await response.text();
    }
    catch (error) {
        throw noAnswer(error, outgoing, deadline);
    }
}
/** The error of an answer that is no success. */
export function refusalOf(response, text, { requestId }) {
    const { status, headers } = response;
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'));
    const body = parseJson(text);
    const code = body?.error?.code;
    if (code === undefined) {
        const answer = `${status} ${response.statusText}`.trimEnd();
        const message = `The answer is ${answer} and not of this service; is the address right?`;
        return new IntegrationApiError(message, { code: 'UNEXPECTED_ANSWER', status, requestId, retryAfterMs });
    }
    const details = body?.error?.details ?? [];
    const conflictId = body?.error?.conflictId;
    const facts = { code, status, details, conflictId, requestId: body?.requestId ?? requestId, retryAfterMs };
    return new IntegrationApiError(body?.message ?? code, facts);
}
function answerOf(response, text, outgoing) {
    const { status, headers } = response;
    const requestId = headers.get('x-request-id') ?? outgoing.requestId;
    const body = parseJson(text);
    if (body?.success !== true) {
        const message = `The answer is ${status} without the success of this service; is the address right?`;
        throw new IntegrationApiError(message, { code: 'UNEXPECTED_ANSWER', status, requestId });
    }
    // The service's own answers are believed: their shape is that of the OpenAPI document.
    const { data, meta, message, warnings = [], ...rest } = body;
    return { ...rest, status, message, data, meta: meta ?? {}, warnings, requestId };
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
//# sourceMappingURL=transport.js.map