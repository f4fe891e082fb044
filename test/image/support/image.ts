import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings of an image, in Docker's own words. */
interface Settings {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Entrypoint: readonly string[] | null;
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly ExposedPorts: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The image that `scripts/tests/test-image.mjs` has built and opened: its files are in a folder. */
export class Image {
  readonly files = process.env['IMAGE_FILES'] ?? '';
  readonly settings: Settings;

  constructor() {
    const written = readFileSync(process.env['IMAGE_SETTINGS'] ?? '', 'utf8');
    this.settings = (JSON.parse(written) as { config: Settings }).config;
  }

  pathOf(inner: string): string {
    return join(this.files, inner);
  }

  get environment(): Record<string, string> {
    return Object.fromEntries(
      this.settings.Env.map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
    );
  }
}
