import { squeeze, type TextRange } from './find-quote.ts';
import { freeLabels, relabel, relabelBody, relabelDefinition } from './parse-markdown.ts';
import {
  escapeMarkdown,
  foldSpaces,
  type RenderedText,
  renderText,
  type TextRun,
} from './rendered-text.ts';
import {
  cutSections,
  type DocumentSection,
  headingOf,
  isClosed,
  labelOf,
  readNeeded,
  readReferences,
  type SectionedDocument,
} from './sectioned-document.ts';

export interface SectionEdit {
  action: 'replace' | 'insert' | 'remove';
  section: number;
  /**
   * The section's text with its heading, and the definitions of new footnotes; empty to remove the
   * section.
   */
  markdown: string;
}

/**
 * Applies edits; every other section keeps its bytes. Drops edits of unknown or refused sections
 * (`mayTouch`, by index), removals of the first section, and markdown with an open end. New
 * footnotes get free labels; unused definitions are removed.
 */
export function applyEdits(
  document: SectionedDocument,
  edits: readonly SectionEdit[],
  mayTouch: (index: number) => boolean = () => true,
): SectionedDocument {
  const footnotes = createFootnotes(document);
  const replaced = new Map<number, string | null>();
  const inserted = new Map<number, string[]>();
  for (const { action, section, markdown } of edits) {
    const index = section - 1;
    const old = document.sections[index];
    if (!old || !mayTouch(index)) continue;
    if (action === 'remove') {
      if (index > 0) replaced.set(index, null);
      continue;
    }
    const text = footnotes.take(markdown);
    if (text === '' || !isClosed(text)) continue;
    if (action === 'insert') inserted.set(index, [...(inserted.get(index) ?? []), text]);
    else replaced.set(index, withHeading(text, old.raw));
  }
  const sections = document.sections.flatMap((section, index) => [
    ...keepOrReplace(section, replaced.get(index)),
    ...(inserted.get(index) ?? []).map((text) => ({ raw: `${text}\n\n`, place: null })),
  ]);
  return { ...document, sections, footnotes: footnotes.list(sections) };
}

function keepOrReplace(
  section: DocumentSection,
  text: string | null | undefined,
): DocumentSection[] {
  if (text === null) return [];
  if (text === undefined || text === section.raw.trimEnd()) return [section];
  return [{ raw: `${text}\n\n`, place: null }];
}

/** Adds the old heading if the model returned only the text below it. */
function withHeading(text: string, old: string): string {
  const heading = headingOf(old);
  return heading === null || headingOf(text) !== null ? text : `${heading}\n\n${text}`;
}

interface Footnotes {
  /** Removes the definitions from an edit's markdown and returns its text with free labels. */
  take(markdown: string): string;
  list(sections: DocumentSection[]): string[];
}

function createFootnotes(document: SectionedDocument): Footnotes {
  const earlier = document.sections.map(({ raw }) => raw).join('');
  const known = new Map(document.footnotes.map((raw) => [labelOf(raw), raw.trim()]));
  const added: string[] = [];
  const used = new Set([...known.keys(), ...readReferences(earlier)]);
  const free = freeLabels(used);
  return {
    take(markdown) {
      const cut = cutSections(markdown.replaceAll('\r\n', '\n').trim());
      const text = cut.frontMatter + cut.sections.map(({ raw }) => raw).join('');
      const names = new Map<string, string>();
      const taken: [name: string, definition: string][] = [];
      for (const definition of cut.footnotes.map((raw) => raw.trim())) {
        const label = labelOf(definition);
        if (known.get(label) === definition || taken.some((one) => one[1] === definition)) continue;
        const name = used.has(label) ? free.next() : label;
        if (name !== label && !names.has(label)) names.set(label, name);
        used.add(name);
        free.use(name);
        taken.push([name, definition]);
      }
      for (const [name, definition] of taken) {
        const moved = relabelBody(relabelDefinition(definition, name), names);
        known.set(name, moved);
        added.push(moved);
      }
      return relabel(text, names).trim();
    },
    list(sections) {
      const before = readNeeded(earlier, document.footnotes);
      const after = readNeeded(sections.map(({ raw }) => raw).join(''), [
        ...document.footnotes,
        ...added,
      ]);
      const isNeeded = (raw: string) => after.has(labelOf(raw)) || !before.has(labelOf(raw));
      const kept = document.footnotes.filter(isNeeded);
      return [...kept, ...added.filter((raw) => after.has(labelOf(raw))).map((raw) => `${raw}\n`)];
    },
  };
}

interface SourceEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Replaces the words of a passage only. Null if it spans blocks, or if the result would show other
 * words.
 */
export function replacePassage(
  markdown: string,
  rendered: RenderedText,
  passage: TextRange,
  replacement: string,
): string | null {
  const words = foldSpaces(replacement);
  const touched = rendered.runs.filter(
    ({ start, end }) => start < passage.end && end > passage.start,
  );
  const [first] = touched;
  if (!first || !isInOneBlock(rendered, passage)) return null;
  const edits = touched.map((run) => editRun(run, passage, run === first ? words : ''));
  let changed = markdown;
  for (const { start, end, text } of edits.toReversed())
    changed = changed.slice(0, start) + text + changed.slice(end);
  const { text } = rendered;
  const expected = text.slice(0, passage.start) + words + text.slice(passage.end);
  return squeeze(renderText(changed).text).letters === squeeze(expected).letters ? changed : null;
}

/** True if a passage lies in one paragraph, heading, table cell or code block. */
export function isInOneBlock({ runs }: RenderedText, { start, end }: TextRange): boolean {
  return (
    new Set(runs.filter((run) => run.start < end && run.end > start).map(({ block }) => block))
      .size === 1
  );
}

function editRun(run: TextRun, passage: TextRange, words: string): SourceEdit {
  const isWhole = passage.start <= run.start && passage.end >= run.end;
  if (words === '' && isWhole && run.wrap) return { ...run.wrap, text: '' };
  const start = sourceOf(run, Math.max(0, passage.start - run.start));
  const end = sourceOf(run, Math.min(run.end, passage.end) - run.start);
  return { start, end, text: run.kind === 'code' ? words : escapeMarkdown(words) };
}

function sourceOf({ source }: TextRun, index: number): number {
  return typeof source === 'number' ? source + index : (source[index] ?? 0);
}
