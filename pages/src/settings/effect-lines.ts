import { plural, t } from '@lingui/core/macro';

import type { SettingsEffectDto } from '../api/openapi';
import { keysOf } from '../ui/options';
import { grouped, words } from '../ui/words';
import { SETTINGS } from './declared';
import { labelOf } from './setting-search';

type Pacing = NonNullable<SettingsEffectDto['pacing']>;
type Limits = NonNullable<SettingsEffectDto['limits']>;
type Removal = SettingsEffectDto['removals'][number];

function moveLine({ from, to, students }: Pacing['moves'][number]): string {
  const [was, is] = [words(from), words(to)];
  return plural(students, {
    one: `# student becomes “${is}”, now “${was}”.`,
    other: `# students become “${is}”, now “${was}”.`,
  });
}

function pacingLines({ students, counted, moves, otherwise }: Pacing): string[] {
  const isWhole = counted === students;
  const others = plural(otherwise, {
    one: '# student keeps the status; the reasons or the days behind differ.',
    other: '# students keep their status; the reasons or the days behind differ.',
  });
  const rest = t`Only ${grouped(counted)} of ${grouped(students)} students could be counted in time; there may be more.`;
  return [...moves.map(moveLine), ...(otherwise > 0 ? [others] : []), ...(isWhole ? [] : [rest])];
}

function limitsLines({ runs, beyondNow, beyondThen, holds }: Limits): string[] {
  if (beyondNow === beyondThen && (beyondThen === 0 || !holds)) return [];
  const [all, then, now] = [grouped(runs), grouped(beyondThen), grouped(beyondNow)];
  return [
    holds
      ? t`Of the last ${all} runs, ${then} would have been held in part; ${now} were beyond the limits of now.`
      : t`Of the last ${all} runs, ${then} would have been beyond the limits; ${now} were beyond those of now.`,
  ];
}

/** The API names some of them. */
function secondFactorLines({ total, people }: NonNullable<SettingsEffectDto['secondFactor']>): string[] {
  if (total === 0) return [];
  const names = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');
  const list = people.length < total ? t`${names} and others` : names;
  return [
    plural(total, {
      one: `# administrator has no second factor, and must add one at the next request: ${list}.`,
      other: `# administrators have no second factor, and must add one at the next request: ${list}.`,
    }),
  ];
}

const PATHS = keysOf(SETTINGS);

/** One line for each setting, as one may remove several kinds of rows. */
function removalLines(removals: readonly Removal[]): string[] {
  const settings = [...new Set(removals.map(({ setting }) => setting))];
  return settings.flatMap((setting) => {
    const ofSetting = removals.filter((one) => one.setting === setting);
    const count = ofSetting.reduce((sum, one) => sum + one.count, 0);
    const isWhole = ofSetting.every((one) => one.isWhole);
    if (count === 0 && isWhole) return [];
    const path = PATHS.find((one) => one === `retention.${setting}`);
    const label = path === undefined ? setting : labelOf(path);
    const entries = grouped(count);
    return [
      isWhole
        ? t`${label}: ${entries} are removed for good.`
        : t`${label}: at least ${entries} are removed for good; there was no time to count all.`,
    ];
  });
}

/** What a change of settings would do, a sentence each; none when nothing that can be counted would happen. */
export function effectLines({
  pacing,
  limits,
  isPausedToday,
  removals,
  secondFactor,
  samlDomain,
}: SettingsEffectDto): readonly string[] {
  return [
    ...(pacing === null ? [] : pacingLines(pacing)),
    ...(limits === null ? [] : limitsLines(limits)),
    ...(isPausedToday === true ? [t`Today is within a pause: de-provisionings are held at once.`] : []),
    ...removalLines(removals),
    ...(secondFactor === null ? [] : secondFactorLines(secondFactor)),
    ...(samlDomain === null
      ? []
      : [
          t`Single sign-on by SAML then logs in addresses of ${samlDomain} alone; colleagues with other addresses can no longer log in by it.`,
        ]),
  ];
}
