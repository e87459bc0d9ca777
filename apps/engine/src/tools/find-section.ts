import { listSections } from '../agents/prompts/outline-document.ts';
import type { ToolMaterial } from '../call/types/model-call.ts';

/**
 * Finds a section of a document by its file name and number, as the outline counts from 1. Returns null if there is
 * none.
 */
export function findSection(
  documents: ToolMaterial['documents'],
  file: string,
  section: number,
): { document: number; position: number; length: number } | null {
  const document = documents.findIndex(({ filename }) => filename.toLowerCase() === file.trim().toLowerCase());
  const content = documents[document]?.content;
  const found = content === undefined ? undefined : listSections(content)[section - 1];
  if (content === undefined || !found) return null;
  return { document, position: content.indexOf(found.text), length: found.text.length };
}
