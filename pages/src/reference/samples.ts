import { marked } from 'marked';

/** A sample in one language: `sh`, `js`, `js client` or `python`. */
export interface Sample {
  readonly language: string;
  readonly code: string;
}

const NAMES: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'JavaScript',
  'js client': 'Client package',
  python: 'Python',
};
const KEPT = 'reference-language';

/** Shows the chosen language in every element of samples; where it is missing, JavaScript or else the first one. */
function show(language: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.samples')) {
    const offered = [...group.querySelectorAll<HTMLButtonElement>('[data-language]')];
    const names = offered.map((button) => button.dataset['language'] ?? '');
    const wanted = [language, 'js', names[0]].find((name) => name !== undefined && names.includes(name));
    for (const button of offered)
      button.setAttribute('aria-pressed', String(button.dataset['language'] === wanted));
    for (const code of group.querySelectorAll<HTMLElement>('[data-code]'))
      code.hidden = code.dataset['code'] !== wanted;
  }
}

/** Shows in all samples the language that the reader chose last. */
export function showChosenLanguage(): void {
  show(localStorage.getItem(KEPT) ?? 'sh');
}

function button(text: string, act: (clicked: HTMLButtonElement) => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', () => {
    act(element);
  });
  return element;
}

/** Copies the code that is shown; where pages may not write to the clipboard, as over HTTP, it is selected. */
async function copy(group: HTMLElement, clicked: HTMLButtonElement): Promise<void> {
  const shown = group.querySelector<HTMLElement>('[data-code]:not([hidden]) code');
  if (shown === null) return;
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard === undefined) throw new Error('There is no clipboard.');
    await clipboard.writeText(shown.textContent);
    clicked.textContent = 'Copied';
    setTimeout(() => (clicked.textContent = 'Copy'), 2000);
  } catch {
    getSelection()?.selectAllChildren(shown);
  }
}

function codeOf({ language, code }: Sample): HTMLElement {
  const element = document.createElement('div');
  element.dataset['code'] = language;
  element.innerHTML = marked.parser(marked.lexer(`\`\`\`${language}\n${code}\n\`\`\``));
  return element;
}

/** One element for the same sample in several languages. */
export function renderSamples(samples: readonly Sample[]): HTMLElement {
  const group = document.createElement('div');
  group.className = 'samples';
  const bar = document.createElement('div');
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Language of the samples');
  for (const { language } of samples) {
    const choice = button(NAMES[language] ?? language, () => {
      localStorage.setItem(KEPT, language);
      show(language);
    });
    choice.dataset['language'] = language;
    bar.append(choice);
  }
  const copying = button('Copy', (clicked) => void copy(group, clicked));
  copying.className = 'copy';
  bar.append(copying);
  group.append(bar, ...samples.map(codeOf));
  return group;
}
