import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { imageLimits, type RenderedImages } from './images/image-limits.ts';
import type { PageText } from './pages/page-text.ts';
import type { Extraction } from './text/extraction.ts';
import type { WebPageText } from './text/html-to-text.ts';
import { tidy } from './text/page-facts.ts';
import { pageLimits } from './text/page-limits.ts';

const Text = Type.Union([Type.String(), Type.Null()]);
const ExtractionHead = Type.Object({
  state: Type.Enum(['extracted', 'empty', 'unreadable', 'encrypted', 'timeout', 'too_large']),
  note: Text,
  truncated: Type.Boolean(),
  hasTextlessParts: Type.Boolean(),
  sections: Type.Array(Type.Object({ location: Text, sizeBytes: Type.Integer({ minimum: 0 }) })),
});
const Edge = Type.Integer({ minimum: 1, maximum: imageLimits.edgePixels });
const ImagesHead = Type.Object({
  images: Type.Array(
    Type.Object({
      location: Text,
      width: Edge,
      height: Edge,
      sizeBytes: Type.Integer({ minimum: 1, maximum: imageLimits.imageBytes }),
    }),
    { maxItems: imageLimits.images },
  ),
  left: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean(),
});
const PageHead = Type.Object({ title: Text, truncated: Type.Boolean() });
const ContentHead = Type.Object({
  title: Text,
  author: Text,
  publishedOn: Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), Type.Null()]),
  truncated: Type.Boolean(),
  links: Type.Array(Type.String({ maxLength: pageLimits.url }), { maxItems: pageLimits.links }),
});
const RobotsHead = Type.Object({ allowed: Type.Boolean() });

/** Reads the extraction that a child has sent; null for anything else, because a file may have taken the child over. */
export function readExtraction(head: unknown, body: Buffer): Extraction | null {
  if (!Value.Check(ExtractionHead, head)) return null;
  let at = 0;
  const sections = head.sections.map(({ location, sizeBytes }) => {
    at += sizeBytes;
    return { location, text: body.toString('utf8', at - sizeBytes, at) };
  });
  const { state, note, truncated, hasTextlessParts } = head;
  return { state, note, truncated, hasTextlessParts, sections };
}

/** Reads the page that a child has sent; null for one that could not be read, and for anything else. */
export function readPage(head: unknown, body: Buffer): Pick<WebPageText, 'title' | 'text' | 'truncated'> | null {
  return Value.Check(PageHead, head) ? { title: head.title, truncated: head.truncated, text: body.toString() } : null;
}

/** Reads the fetched page that a child has sent; null for one that could not be read, and for anything else. */
export function readContent(head: unknown, body: Buffer): PageText | null {
  if (!Value.Check(ContentHead, head)) return null;
  const { title, author, publishedOn, truncated, links } = head;
  const text = body.toString().slice(0, pageLimits.textLength);
  const facts = { title: tidy(title, pageLimits.title), author: tidy(author, pageLimits.author), publishedOn };
  return { ...facts, truncated, links, text };
}

/** Reads whether a robots.txt allows an address; false for anything that a child must not send. */
export function readRobotsAnswer(head: unknown): boolean {
  return Value.Check(RobotsHead, head) && head.allowed;
}

/** Reads the images that a child has sent; null for anything but JPEG within the limits. */
export function readImages(head: unknown, body: Buffer): RenderedImages | null {
  if (!Value.Check(ImagesHead, head)) return null;
  let at = 0;
  const { left, truncated } = head;
  const images = head.images.map(({ sizeBytes, location, width, height }) => {
    at += sizeBytes;
    return { location, width, height, bytes: body.subarray(at - sizeBytes, at) };
  });
  const areJpegs = images.every(({ bytes }) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff);
  return areJpegs && at === body.length ? { images, left, truncated } : null;
}
