// The sentences of the pages: what Lingui's macros make of a source file, and the catalogues. For the bundler
// (vite.config.ts) and for `npm run messages`.
import { transformAsync } from '@babel/core';
import lingui from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** Stands between a sentence and its context in the key of a catalogue. */
const CONTEXT = ' | ';

// Without it, the plugin looks for a file with Lingui's settings in all folders above.
const MACROS = {
  macro: { corePackage: ['@lingui/core/macro'], jsxPackage: ['@lingui/react/macro'] },
  runtimeConfigModule: {
    i18n: ['@lingui/core', 'i18n'],
    Trans: ['@lingui/react', 'Trans'],
    useLingui: ['@lingui/react', 'useLingui'],
  },
};

/** @param {string} code */
export function hasMacros(code) {
  return /from '@lingui\/(core|react)\/macro'/.test(code);
}

/**
 * Replaces the macros of a TypeScript file. The English sentences stay in the code, compiled, so that the browser needs
 * no parser.
 * @param {string} code
 * @param {string} filename
 */
export async function withoutMacros(code, filename) {
  const compile = ({ message }, types) => {
    const text = textOf(types, message?.value);
    if (text !== undefined) message.value = types.valueToNode(compiled(text));
  };
  const result = await read(code, filename, { stripMessageField: false }, compile);
  return { code: result.code ?? '', map: result.map };
}

/**
 * The sentences of a file, as keys of a catalogue.
 * @param {string} code
 * @param {string} filename
 */
export async function sentencesOf(code, filename) {
  /** @type {string[]} */
  const found = [];
  await read(code, filename, { extract: true }, ({ message, context }, types) => {
    const text = textOf(types, message?.value);
    if (text !== undefined) found.push(keyOf(text, textOf(types, context?.value)));
  });
  return found;
}

/** Runs the macros, and then `change` with the fields of each sentence. */
async function read(code, filename, options, change) {
  const result = await transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [
      [lingui, { ...options, linguiConfig: MACROS }],
      ({ types }) => ({ visitor: { Program: { exit: (program) => eachSentence(program, types, change) } } }),
    ],
  });
  if (result === null) throw new Error(`${filename} could not be read.`);
  return result;
}

function eachSentence(program, types, change) {
  program.traverse({
    ObjectExpression({ node }) {
      // The mark that the macros leave.
      if (!node.leadingComments?.some(({ value }) => value.trim() === 'i18n')) return;
      const named = node.properties.map((property) => [property.key.name ?? property.key.value, property]);
      change(Object.fromEntries(named), types);
    },
  });
}

function textOf(types, node) {
  if (types.isStringLiteral(node)) return node.value;
  if (types.isTemplateLiteral(node) && node.quasis.length === 1) return node.quasis[0].value.cooked;
  return undefined;
}

function keyOf(message, context) {
  return context === undefined ? message : `${message}${CONTEXT}${context}`;
}

/**
 * A catalogue as the pages load it: compiled, by the identifiers that the macros use.
 * @param {string} json
 */
export function byIdentifier(json) {
  const sentences = Object.entries(JSON.parse(json));
  return Object.fromEntries(
    sentences.map(([key, text]) => {
      const [message = '', context] = key.split(CONTEXT);
      return [generateMessageId(message, context), compiled(text)];
    }),
  );
}

/** A sentence without parts stays a text. */
function compiled(sentence) {
  const parts = compileMessage(sentence);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}
