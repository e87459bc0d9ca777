import { expect, test } from 'vitest';
import { mimeTypeOf } from './attachment-types.ts';

// ATT-12
test.each([
  '.pdf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.doc',
  '.xls',
  '.ppt',
  '.odt',
  '.ods',
  '.odp',
  '.rtf',
  '.csv',
  '.txt',
  '.md',
  '.json',
  '.yaml',
  '.yml',
  '.html',
  '.htm',
  '.png',
  '.jpg',
  '.jpeg',
  '.svg',
  '.zip',
])('%s may be attached and has a type of its own', (extension) => {
  expect(mimeTypeOf(`file${extension}`)).toMatch(/^(application|text|image)\/[\w.+-]+$/);
  expect(mimeTypeOf(`file${extension}`)).not.toBe('application/octet-stream');
});
