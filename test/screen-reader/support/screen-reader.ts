import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';

import { Program } from '../../../bench/support/program.js';
import { runCommand } from '../../../src/database/private-server/run-command.js';
import { until } from '../../support/until.js';

const WAIT_MS = 20_000;
/** More than a page has before what is looked for. */
const MOST_STOPS = 80;
/** After this without a word the stop has none. */
const STOP_MS = 3_000;
/** What belongs to one stop is said in several parts. */
const SILENT_MS = 250;

/** A synthesizer that says nothing, into a sound device that swallows it. */
const SPEECH = `LogLevel 1
AudioOutputMethod "alsa"
AudioALSADevice "null"
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
`;

/** Orca as it is installed, but for the echo of keys, and without a braille display. */
const PREFERENCES = {
  general: { enableKeyEcho: false, enableBraille: false, enableBrailleMonitor: false, enableSound: false },
  pronunciations: {},
  keybindings: {},
  profiles: { default: { profile: ['Default', 'default'], pronunciations: {}, keybindings: {} } },
};

/** A window manager without keys of its own: all of them are for the browser and the screen reader. */
const WINDOWS = `<openbox_config xmlns="http://openbox.org/3.4/rc">
  <desktops><number>1</number></desktops>
  <keyboard/>
</openbox_config>
`;

/** Its log is of what was said until now, not until the last full buffer. */
const CUSTOMIZATIONS = `import orca.debug
orca.debug.debugFile.reconfigure(line_buffering=True)
`;

/** Orca on a desktop of its own, which is not shown: a display, a bus, a window manager. */
export class ScreenReader {
  /** Where in its log the present step begins, in bytes. */
  private read = 0;

  private constructor(
    private readonly folder: string,
    /** For the programs of its desktop, such as the browser. */
    readonly env: NodeJS.ProcessEnv,
    private readonly programs: readonly Program[],
  ) {}

  static async start(): Promise<ScreenReader> {
    const folder = mkdtempSync(join(tmpdir(), 'screen-reader-'));
    const programs: Program[] = [];
    const start = (command: [string, ...string[]], env: NodeJS.ProcessEnv): Program => {
      const program = Program.start(command[0], command, { log: join(folder, 'log'), env });
      programs.push(program);
      return program;
    };
    const display = await start(
      ['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
      process.env,
    ).said(/^(\d+)$/);
    const home = environmentIn(folder, display);
    const bus = await start(
      ['dbus-daemon', '--session', '--nofork', '--nopidfile', '--print-address=1'],
      home,
    ).said(/^(unix:\S+)/);
    const env = { ...home, DBUS_SESSION_BUS_ADDRESS: bus };
    const background = (...command: [string, ...string[]]): unknown => start(command, env).ignoreOutput();
    background('/usr/libexec/at-spi-bus-launcher', '--launch-immediately', '--a11y=1', '--screen-reader=1');
    await until('the bus of accessibility answers', async () => {
      const call = [
        '--session',
        '--print-reply',
        '--dest=org.a11y.Bus',
        '/org/a11y/bus',
        'org.a11y.Bus.GetAddress',
      ];
      return (await runCommand('dbus-send', call, { env })).ok;
    });
    background('openbox');
    background('speech-dispatcher', '--run-single', '--timeout', '0');
    background('orca', `--debug-file=${join(folder, 'orca.log')}`);
    const reader = new ScreenReader(folder, env, programs);
    await reader.says(/Screen reader on/);
    return reader;
  }

  async stop(): Promise<void> {
    for (const program of [...this.programs].reverse())
      await program.stop(program.name === 'orca' ? 'SIGKILL' : 'SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Presses keys of the keyboard, by their names in X: `Tab`, `shift+Tab`, `Return`. */
  async press(...keys: string[]): Promise<void> {
    this.forget();
    await this.xdotool('key', '--delay', '60', ...keys);
  }

  async type(text: string): Promise<void> {
    this.forget();
    await this.xdotool('type', '--delay', '30', text);
  }

  /** Presses a key until it says this: moves the focus to what it names. It says nothing at some stops. */
  async tabTo(text: RegExp, key = 'Tab'): Promise<void> {
    const stops: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.press(key);
      const isSaid = await this.saysSoon(text);
      stops.push(this.said.join(' | '));
      if (isSaid) return;
    }
    throw new Error(`It did not say ${text}, but:\n${stops.join('\n')}`);
  }

  /** Whether it says this before it is silent. */
  private async saysSoon(text: RegExp): Promise<boolean> {
    const end = Date.now() + STOP_MS;
    for (let last = 0; Date.now() < end;) {
      await rest(SILENT_MS);
      const { said } = this;
      if (text.test(said.join(' | '))) return true;
      if (said.length > 0 && said.length === last) return false;
      last = said.length;
    }
    return false;
  }

  /** What it has said since the last keys. */
  get said(): readonly string[] {
    const bytes = Buffer.alloc(statSync(this.log).size - this.read);
    const file = openSync(this.log, 'r');
    readSync(file, bytes, 0, bytes.length, this.read);
    closeSync(file);
    return spoken(bytes.toString());
  }

  /** Waits until it has said this since the last keys. */
  async says(text: RegExp): Promise<void> {
    await until(`the screen reader says ${text}`, () => text.test(this.said.join(' | ')), {
      within: WAIT_MS,
    }).catch((error: unknown) => {
      throw new Error(`It said: ${this.said.join(' | ')}`, { cause: error });
    });
  }

  /** From now on what was said before is not counted. */
  forget(): void {
    this.read = statSync(this.log).size;
  }

  private get log(): string {
    return join(this.folder, 'orca.log');
  }

  private async xdotool(...words: string[]): Promise<void> {
    const { ok, output } = await runCommand('xdotool', words, { env: this.env });
    if (!ok) throw new Error(output);
  }
}

function spoken(log: string): string[] {
  return [...log.matchAll(/SPEECH OUTPUT: '([^]*?)'(?= voice=|\{|\[|\s*\n)/g)].map(([, text = '']) => text);
}

/** @returns the environment of a user with nothing of their own but the preferences */
function environmentIn(folder: string, display: string): NodeJS.ProcessEnv {
  const config = join(folder, 'config');
  const data = join(folder, 'data');
  const run = join(folder, 'run');
  for (const path of [join(config, 'speech-dispatcher'), join(config, 'openbox'), join(data, 'orca')])
    mkdirSync(path, { recursive: true });
  mkdirSync(run, { mode: 0o700 });
  writeFileSync(join(config, 'speech-dispatcher/speechd.conf'), SPEECH);
  writeFileSync(join(config, 'openbox/rc.xml'), WINDOWS);
  writeFileSync(join(data, 'orca/user-settings.conf'), JSON.stringify(PREFERENCES));
  writeFileSync(join(data, 'orca/orca-customizations.py'), CUSTOMIZATIONS);
  return {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    XDG_RUNTIME_DIR: run,
    XDG_CONFIG_HOME: config,
    XDG_DATA_HOME: data,
    XDG_CACHE_HOME: join(folder, 'cache'),
    DISPLAY: `:${display}`,
    LC_ALL: 'C.UTF-8',
    GSETTINGS_BACKEND: 'memory',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
  };
}
