import { settingsIn, type SingleSetting } from '../../settings/setting.js';
import { SETTINGS } from '../../settings/settings.js';

export interface Option {
  readonly name: string;
  readonly path: string;
  readonly setting: SingleSetting;
}

export const OPTIONS: readonly Option[] = settingsIn(SETTINGS).flatMap(({ path, setting }) =>
  setting.option === undefined ? [] : [{ name: setting.option, path, setting }],
);
