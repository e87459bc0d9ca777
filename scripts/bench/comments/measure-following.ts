import { performance } from 'node:perf_hooks';
import { findQuote } from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { renderText } from '@ecp/markdown/rendered-text';
import { makeDocument } from './make-document.ts';

const comments = 1_000;

function measure<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  const result = work();
  console.log(`${name}: ${(performance.now() - start).toFixed(0)} ms`);
  return result;
}

/** Measures what a new version costs a document with many comments (CMT-6). */
function main(): void {
  const markdown = makeDocument();
  const revised = markdown
    .replaceAll('a year, and', 'each year, while')
    .replace(/## Section 8\n/, '## Section eight\n');
  const rewritten = markdown.replace(/\b[a-z]{4,}\b/g, (word) => [...word].reverse().join(''));
  for (const warm of [false, true]) {
    console.log(warm ? 'warm' : 'cold');
    const before = measure('render', () => renderText(markdown));
    const step = Math.floor(before.text.length / comments);
    const passages = Array.from({ length: comments }, (_, n) => ({ start: n * step, end: n * step + 30 }));
    measure('find one quote', () => findQuote(before, { quote: 'The market of district 400 grows' }));
    for (const [name, text] of Object.entries({ revised, rewritten })) {
      const after = measure(`render, ${name}`, () => renderText(text));
      const found = measure(`follow ${comments} comments, ${name}`, () =>
        followPassages(before.text, after.text, passages),
      );
      console.log(`found again: ${found.filter((place) => place !== null).length}`);
    }
  }
}

main();
