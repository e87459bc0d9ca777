import type { SectionEdit } from '@ecp/markdown/apply-edits';
import { headingOf } from '@ecp/markdown/sectioned-document';
import { readHeadings } from '../frame/frame-of.ts';

/** A document under change: its sections before and now (null for a removed one), and the sections that are added. */
export interface DocumentChange {
  readonly before: readonly string[];
  readonly now: (string | null)[];
  readonly added: { title: string; markdown: string }[];
  /** Definitions at the end of the document. */
  readonly footnotes: readonly string[];
}

/** Begins the change of a document by the bytes of its sections. */
export function beginChange(sections: readonly string[], footnotes: readonly string[]): DocumentChange {
  return { before: sections, now: [...sections], added: [], footnotes };
}

/** Returns the words of a section's heading; empty for a section without one. */
export function titleOf(section: string | null): string {
  return headingOf(section ?? '')?.replace(/^#+\s+/, '') ?? '';
}

/** Sections before which additions stand. */
const closing = new Set((['conflicts', 'gaps', 'questions', 'upstream'] as const).flatMap(readHeadings));

/**
 * Puts a section after the facts and tables, or in the place of one with the same title.
 * @param definitions footnotes of the body, with any labels
 */
export function addSection(change: DocumentChange, title: string, body: string, definitions: readonly string[]): void {
  const markdown = [`## ${title}`, body, definitions.join('\n')].filter(Boolean).join('\n\n');
  const same = change.now.findIndex((section) => titleOf(section) === title);
  if (same === -1) change.added.push({ title, markdown });
  else change.now[same] = markdown;
}

/** Returns the index behind a section and those below it. */
export function endOfSection({ before }: DocumentChange, index: number): number {
  const level = (section: string | undefined) => /^#*/.exec(headingOf(section ?? '') ?? '')?.[0].length ?? 0;
  let end = index + 1;
  while (end < before.length && level(before[end]) > level(before[index])) end += 1;
  return end;
}

/**
 * Removes lines from all sections, and a section whose last line below its heading goes.
 * @returns the number of removed lines
 */
export function removeLines({ now }: DocumentChange, isMeant: (line: string) => boolean): number {
  let removed = 0;
  for (const [index, section] of now.entries()) {
    const lines = section?.split(/(?<=\n)/) ?? [];
    const left = lines.filter((line) => !isMeant(line));
    removed += lines.length - left.length;
    if (left.length === lines.length) continue;
    now[index] = left.some((line) => !/^#|^\s*$/.test(line)) || index === 0 ? left.join('') : null;
  }
  return removed;
}

/** Returns the edits that make the change. Section numbers count from 1. */
export function listEdits({ before, now, added }: DocumentChange): SectionEdit[] {
  const edits = now.flatMap((section, index): SectionEdit[] => {
    const number = index + 1;
    if (section === null) return [{ action: 'remove', section: number, markdown: '' }];
    if (section === before[index]) return [];
    return [{ action: 'replace', section: number, markdown: section.trimEnd() }];
  });
  const place = before.findIndex((section) => closing.has(titleOf(section)));
  const behind = place === -1 ? before.length : place;
  const inserted = added.map(({ markdown }): SectionEdit => ({ action: 'insert', section: behind, markdown }));
  return [...edits, ...inserted];
}
