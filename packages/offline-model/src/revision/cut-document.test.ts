import { expect, it } from 'vitest';
import { shortenDocument } from './cut-document.ts';
import { joinDocument, splitDocument } from './parse-document.ts';
import { readNote } from './read-note.ts';

function shorten(content: string, note: string): string {
  const document = splitDocument(content);
  expect(shortenDocument(document, readNote(note))).toMatchObject({ isMet: true });
  return joinDocument(document);
}

it('removes a list without entries together with the line that introduces it', () => {
  const content =
    '# Plan\n\n## Executive summary\n\nThe material says:\n\n- One.\n- Two.\n\nWhat the tables show:\n\n- Three.\n- Four.\n\nTwo gaps.\n';
  expect(shorten(content, 'Shorten the executive summary.')).toBe(
    '# Plan\n\n## Executive summary\n\nThe material says:\n\n- One.\n- Two.\n\nTwo gaps.\n',
  );
});

it('removes a table without rows together with its header and heading', () => {
  const table = (title: string) => `### ${title}\n\n| Year | Sales |\n| --- | --- |\n| 2024 | 1 |\n| 2025 | 2 |\n\n`;
  const content = `# Plan\n\n## Tables\n\n${table('North')}${table('South')}End.\n`;
  expect(shorten(content, 'Shorten the tables.')).toBe(`# Plan\n\n## Tables\n\n${table('North')}End.\n`);
});
