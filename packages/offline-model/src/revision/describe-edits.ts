import type { SectionEdit } from '@ecp/markdown/apply-edits';
import { cutSections, headingOf, labelOf, readReferences } from '@ecp/markdown/sectioned-document';

/** Returns the edits that turn a document's sections into those of `changed`. Sections are matched by heading. */
export function describeEdits(sections: readonly string[], changed: string): SectionEdit[] {
  const { sections: after, footnotes } = cutSections(changed);
  const old = nameSections(sections);
  const edits: SectionEdit[] = [];
  const kept = new Set<number>();
  let behind = 1;
  for (const [name, raw] of nameSections(after.map((section) => section.raw))) {
    const place = old.has(name) ? [...old.keys()].indexOf(name) + 1 : null;
    const markdown = [raw.trimEnd(), ...definitionsOf(raw, footnotes)].join('\n\n');
    if (place === null) edits.push({ action: 'insert', section: behind, markdown });
    else {
      if (raw.trimEnd() !== old.get(name)?.trimEnd()) edits.push({ action: 'replace', section: place, markdown });
      kept.add(place);
      behind = place;
    }
  }
  for (const [index] of sections.entries()) {
    if (!kept.has(index + 1)) edits.push({ action: 'remove', section: index + 1, markdown: '' });
  }
  return edits;
}

/** Maps sections by heading, and by number where headings are equal. */
function nameSections(sections: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const raw of sections) {
    const heading = headingOf(raw) ?? '';
    let nth = 1;
    while (named.has(`${heading} ${nth}`)) nth += 1;
    named.set(`${heading} ${nth}`, raw);
  }
  return named;
}

function definitionsOf(raw: string, footnotes: readonly string[]): string[] {
  const references = readReferences(raw);
  return footnotes.filter((definition) => references.has(labelOf(definition))).map((definition) => definition.trim());
}
