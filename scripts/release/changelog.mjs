// The section "Unreleased" of CHANGELOG.md.

const UNRELEASED = /^## Unreleased$\n([^]*?)(?=^## |(?![^]))/m;

/** @returns whether the section says anything besides headings */
export function hasUnreleased(text) {
  const [, section = ''] = UNRELEASED.exec(text) ?? [];
  return section.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** Gives the section the name of the version, and puts an empty one above it. */
export function moveUnreleased(text, version, day) {
  return text.replace(UNRELEASED, (_, section) => `## Unreleased\n\n## ${version} (${day})\n${section}`);
}
