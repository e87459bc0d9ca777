import { describe, expect, it } from 'vitest';
import { normalizeMarkdown } from './finish-draft.ts';

describe('normalizeMarkdown', () => {
  it.each([
    ['a document in form', '# Market\n\nText', '# Market\n\nText\n'],
    ['front matter', '---\nmodel: x\n---\n# Market', '---\nmodel: x\n---\n# Market\n'],
    [
      'a fence around all',
      '```markdown\n# Market\n\n```js\ncode\n```\n```',
      '# Market\n\n```js\ncode\n```\n',
    ],
    ['chatter before the title', 'Sure, here it is:\n\n# Market\nText', '# Market\nText\n'],
    [
      'chatter around a fence',
      'Sure:\n\n```md\n# Market\n\nText\n```\n\nLet me know!',
      '# Market\n\nText\n',
    ],
    [
      'a closing offer',
      '# Market\n\nText\n\n---\n\nLet me know if you would like changes.',
      '# Market\n\nText\n',
    ],
    [
      'a closing offer in German',
      '# Markt\n\nText\n\nIch hoffe, das hilft Ihnen weiter.',
      '# Markt\n\nText\n',
    ],
    [
      'a last paragraph that offers nothing',
      '# A\n\nText\n\nLetters matter.',
      '# A\n\nText\n\nLetters matter.\n',
    ],
    [
      'a last paragraph that advises',
      '# A\n\nIf you need it in March, buy.',
      '# A\n\nIf you need it in March, buy.\n',
    ],
    [
      'a last paragraph on a matter',
      '# A\n\nBei Fragen der Haftung gilt B.',
      '# A\n\nBei Fragen der Haftung gilt B.\n',
    ],
    [
      'a code block inside',
      'Text\n\n```\n# no title\n```',
      '# Size the market\n\nText\n\n```\n# no title\n```\n',
    ],
    ['no title', 'Just text', '# Size the market\n\nJust text\n'],
    [
      'a later level-1 heading',
      '## Summary\n\nText\n\n# Market',
      '# Size the market\n\n## Summary\n\nText\n\n# Market\n',
    ],
    ['carriage returns', '# Market\r\nText\r\n', '# Market\nText\n'],
  ])('handles %s', (_name, text, expected) => {
    expect(normalizeMarkdown(text, 'Size the  market')).toBe(expected);
  });
});
