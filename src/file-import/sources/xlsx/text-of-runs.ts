/** Characters that XML cannot have, and an underscore that would begin such a thing; as `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The text of a cell: that of its runs, one after the other, without how it is pronounced. */
export class TextOfRuns {
  private collected = '';
  private isInText = false;
  private isInPhonetic = false;

  get whole(): string {
    return unescaped(this.collected);
  }

  begin(): void {
    this.collected = '';
  }

  open(name: string): void {
    if (name === 't') this.isInText = true;
    else if (name === 'rPh') this.isInPhonetic = true;
  }

  text(text: string): void {
    if (this.isInText && !this.isInPhonetic) this.collected += text;
  }

  close(name: string): void {
    if (name === 't') this.isInText = false;
    else if (name === 'rPh') this.isInPhonetic = false;
  }
}
