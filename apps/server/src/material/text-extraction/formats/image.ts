import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { imageSize } from 'image-size';
import { ExtractionFailure, type FormatReading, type SourceFile } from '../extraction.ts';
import { readBeginning, readPlainText } from './plain.ts';

/** Reads .png, .jpg and .jpeg: no text, only the size in pixels as the note. */
export async function readImage(file: SourceFile): Promise<FormatReading> {
  const { width, height, type } = imageSize(file.bytes);
  return {
    sections: [],
    note: `${(type ?? '').toUpperCase()} image, ${width} × ${height} pixels.`,
  };
}

/**
 * Reads the title, description and text elements of .svg. It is parsed as HTML, which has no
 * entities that expand.
 */
export async function readSvg(file: SourceFile): Promise<FormatReading> {
  const tree = fromHtml((await readPlainText(file)).text, { fragment: true });
  const lines: string[] = [];
  let hasSvg = false;
  const pending: { node: Nodes; inText: boolean }[] = [{ node: tree, inText: false }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, inText } = next;
    if (node.type === 'text' && inText) lines.push(node.value.trim());
    const name = node.type === 'element' ? node.tagName : '';
    hasSvg ||= name === 'svg';
    const wanted = inText || ['title', 'desc', 'text'].includes(name);
    if ('children' in node)
      pending.push(...node.children.map((child) => ({ node: child, inText: wanted })).reverse());
  }
  if (!hasSvg) throw new ExtractionFailure('failed', 'The file holds no SVG image.');
  return {
    sections: [{ location: null, text: lines.join('\n') }],
    note: `SVG image${sizeOf(file)}.`,
  };
}

/** Returns the size of a drawing, or an empty text when the drawing has none. */
function sizeOf(file: SourceFile): string {
  try {
    const { width, height } = imageSize(readBeginning(file));
    return `, ${width} × ${height}`;
  } catch {
    return '';
  }
}
