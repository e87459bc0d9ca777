import { expect, it } from 'vitest';
import { documentBody } from './document-body.ts';

it.each([
  ['---\nmodel: x\n---\n\n# Title\n\nText.', 'Text.'],
  ['# Title\r\nText.', 'Text.'],
  ['## Not the title\n\nText.', '## Not the title\n\nText.'],
  ['Text.\n\n---\n\n# Later', 'Text.\n\n---\n\n# Later'],
  ['# Only a title', ''],
  ['', ''],
])('%j is read as %j', (content, body) => {
  expect(documentBody(content)).toBe(body);
});
