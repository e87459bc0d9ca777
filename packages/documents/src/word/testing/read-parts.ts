import { strFromU8, unzipSync } from 'fflate';

/**
 * Reads the texts of a Word file part by part: body, footnotes, comments, head and foot, and
 * properties.
 */
export function readParts(docx: Uint8Array): Record<string, string> {
  const parts = Object.entries(unzipSync(docx)).filter(([name]) => name.endsWith('.xml'));
  return Object.fromEntries(
    parts.map(([name, bytes]) => [name, strFromU8(bytes).replaceAll(/<[^>]*>/g, '')]),
  );
}
