// The licences of what is shipped: refused when one is not allowed, and written with their texts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptionFor, isAllowed } from '../dependencies/licence-policy.mjs';
import { packagesAt, PARTS, shippedPackages } from './packages.mjs';

const TEXT = /^(?:licen[cs]e|copying|notice)/i;
const RULE = '-'.repeat(100);

/** The licence that the lock file names, else the one that the maker of an exception has read in the package. */
export function licenceOf({ name, license }) {
  return license ?? exceptionFor(name, 'licence')?.licence ?? 'UNKNOWN';
}

/**
 * Every shipped package once, in order of name and version, with its parts, its licence and the text of it.
 * @throws {Error} that names the packages whose licence is not allowed
 */
export function licencesOf(root) {
  const found = new Map();
  for (const part of PARTS)
    for (const one of shippedPackages(root, part)) {
      const key = `${one.name}@${one.version}`;
      const { parts = [] } = found.get(key) ?? {};
      const text = textOf(join(root, one.place)) ?? found.get(key)?.text;
      found.set(key, {
        name: one.name,
        version: one.version,
        licence: licenceOf(one),
        parts: [...parts, part.part],
        text,
      });
    }
  const list = [...found.values()].map((one) => ({ ...one, parts: [...new Set(one.parts)] }));
  const refused = list.filter(
    ({ name, licence }) => !isAllowed(licence) && !exceptionFor(name, 'licence', licence),
  );
  if (refused.length > 0)
    throw new Error(
      `${refused.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join(', ')}: ` +
        'these licences are not allowed by scripts/dependencies/policy.json.',
    );
  return list.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** The packages at these places with their licences and the texts of them. */
export function licencesAt(root, places) {
  return packagesAt(root, places).map((one) => ({
    name: one.name,
    version: one.version,
    licence: licenceOf(one),
    text: textOf(join(root, one.place)),
  }));
}

/** The licence and the notices of an installed package, as they are in it; undefined when it has none. */
function textOf(folder) {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => TEXT.test(name) && !/\.[cm]?[jt]s$/.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** The texts one after the other; packages with the same text stand together. */
export function noticesOf(licences) {
  const groups = new Map();
  for (const one of licences) {
    const text = one.text ?? `The package contains no text of its licence, ${one.licence}.`;
    groups.set(text, [...(groups.get(text) ?? []), one]);
  }
  const head = 'This product contains software of other projects. Their licences follow.\n';
  const sections = [...groups].map(([text, members]) => {
    const names = members.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${RULE}\n${names.join('\n')}\n\n${text}\n`;
  });
  return [head, ...sections].join('\n');
}
