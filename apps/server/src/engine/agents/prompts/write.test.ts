import { languages } from '@ecp/language/language';
import { plainLanguage } from '@ecp/language/plain-language';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { expect, test } from 'vitest';
import { newFence } from '../../../../testing/engine/new-fence.ts';
import { buildPrompt } from './render-prompt.ts';

const setting = {
  fence: newFence(),
  hasTools: true,
  vision: false,
  contextWindow: 200_000,
  documentTokens: 12_000,
  modelTokens: 12_000,
  scale: 1,
};

/** Counts words; a Japanese text has about two characters a word. */
function countWords(text: string, language: string): number {
  if (language === 'ja') return Math.ceil(text.replace(/\s/g, '').length / 2);
  return text.split(/\s+/).filter(Boolean).length;
}

test.each(languages)('what an author is told in %s is short, and so is its guide', (language) => {
  expect(countWords(plainLanguage[language], language)).toBeLessThanOrEqual(150);
  const { write } = samplePromptInputs();
  const input = { ...write, engagement: { ...write.engagement, language } };
  for (const isDeciding of [true, false]) {
    const { system, parts } = buildPrompt('write', { ...input, isDeciding }, setting);
    const fenced = /\[\[(\w+) BEGIN (.*)\]\]\n[\s\S]*?\n\[\[\1 END \2\]\]/g;
    const words = [system, ...parts.map(({ text }) => text)].join('\n').replaceAll(fenced, '');
    const guide = plainLanguage[language];
    const count = countWords(words.replace(guide, ''), 'en') + countWords(guide, language);
    expect(count).toBeLessThanOrEqual(600);
  }
});
