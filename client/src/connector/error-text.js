/** What the service takes as lastError, in UTF-16 units. */
const LONGEST = 5000;
/** All but tabs and line feeds. The service refuses most of these characters. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;
/** Halves of a pair; with the flag u whole pairs do not match. */
const LONE_SURROGATES = /\p{Cs}/gu;
/** The message of an error as the service takes it: well formed, and cut between characters. */
export function textOf({ message, name }) {
    const text = message
        .replace(/\r\n?/g, '\n')
        .replace(CONTROL_CHARACTERS, ' ')
        .replace(LONE_SURROGATES, '\uFFFD')
        .trim();
    return (text === '' ? name : text).slice(0, LONGEST).replace(LONE_SURROGATES, '');
}
//# sourceMappingURL=error-text.js.map