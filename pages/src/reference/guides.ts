import { marked } from 'marked';

import { renderSamples, type Sample } from './samples';

/** One guide of a description: a title, and the Markdown under it. */
export interface Guide {
  readonly title: string;
  readonly anchor: string;
  readonly tokens: readonly marked.Token[];
}

interface Description {
  /** What is before the first guide. */
  readonly introduction: string;
  readonly guides: readonly Guide[];
}

/** A description in its parts: a heading of the first level begins a guide. */
export function partsOf(description: string): Description {
  const tokens = marked.lexer(description);
  const titles = tokens.flatMap((token, place) =>
    token.type === 'heading' && token.depth === 1 ? [place] : [],
  );
  const guides = titles.map((start, index) => {
    const own = tokens.slice(start, titles[index + 1]);
    const title = own[0]?.type === 'heading' ? own[0].text : '';
    return { title, anchor: title.toLowerCase().replaceAll(' ', '-'), tokens: own };
  });
  const before = tokens.slice(0, titles[0] ?? tokens.length);
  return { introduction: before.map(({ raw }) => raw).join(''), guides };
}

function sampleOf(token: marked.Token): Sample | undefined {
  if (token.type !== 'code' || !/^(sh|js|python)\b/.test(token.lang ?? '')) return undefined;
  return { language: token.lang ?? '', code: token.text };
}

/** A heading below the one of the page. */
function lowered(token: marked.Token): marked.Token {
  return token.type === 'heading' ? { ...token, depth: token.depth + 1 } : token;
}

/** The guide as an element, with neighbouring samples as one that shows the language of the reader's choice. */
export function renderGuide({ anchor, tokens }: Guide): HTMLElement {
  const article = document.createElement('article');
  article.slot = 'custom-section';
  article.id = anchor;
  let samples: Sample[] = [];
  const flush = (): void => {
    if (samples.length > 0) article.append(renderSamples(samples));
    samples = [];
  };
  for (const token of tokens) {
    const sample = sampleOf(token);
    if (sample !== undefined) samples.push(sample);
    else if (token.type !== 'space') {
      flush();
      article.insertAdjacentHTML('beforeend', marked.parser([lowered(token)]));
    }
  }
  flush();
  // Long lines are scrolled, also by keyboard.
  for (const code of article.querySelectorAll('pre')) code.tabIndex = 0;
  return article;
}
