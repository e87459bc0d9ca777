import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Extraction } from './text/extraction.ts';
import type { WebPageText } from './text/html-to-text.ts';

const Text = Type.Union([Type.String(), Type.Null()]);
const ExtractionHead = Type.Object({
  state: Type.Enum(['extracted', 'empty', 'unreadable', 'encrypted', 'timeout', 'too_large']),
  note: Text,
  truncated: Type.Boolean(),
  sections: Type.Array(Type.Object({ location: Text, sizeBytes: Type.Integer({ minimum: 0 }) })),
});
const PageHead = Type.Object({ title: Text, truncated: Type.Boolean() });

/** Reads the extraction that a child has sent; null for anything else, because a file may have taken the child over. */
export function readExtraction(head: unknown, body: Buffer): Extraction | null {
  if (!Value.Check(ExtractionHead, head)) return null;
  let at = 0;
  const sections = head.sections.map(({ location, sizeBytes }) => {
    at += sizeBytes;
    return { location, text: body.toString('utf8', at - sizeBytes, at) };
  });
  return { state: head.state, note: head.note, truncated: head.truncated, sections };
}

/** Reads the page that a child has sent; null for one that could not be read, and for anything else. */
export function readPage(head: unknown, body: Buffer): WebPageText | null {
  return Value.Check(PageHead, head) ? { title: head.title, truncated: head.truncated, text: body.toString() } : null;
}
