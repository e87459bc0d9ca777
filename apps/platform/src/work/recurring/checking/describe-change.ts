import type { UpdateChange } from '@ecp/contract/work/recurring';
import type { ChangedStatement } from './compare-cited.ts';
import { sectionFinder } from './find-section.ts';
import type { CitedSource, Statement } from './gather-cited.ts';

/** Describes the changes of one source, each with the statements that rest on the same words. */
export function toChanges(
  { kind, source }: CitedSource,
  changed: readonly ChangedStatement[],
  newTitle: string | null,
): UpdateChange[] {
  const groups = Map.groupBy(changed, ({ type, before, after }) => JSON.stringify([type, before, after]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { type, before, after } = first;
    const documents = toDocuments([first, ...others].map(({ statement }) => statement));
    return [{ kind, type, source, newTitle, before, after, documents }];
  });
}

function toDocuments(statements: readonly Statement[]): UpdateChange['documents'] {
  const byContent = Map.groupBy(statements, ({ document }) => document.content);
  return [...byContent].flatMap(([content, own]) => {
    const findSection = sectionFinder(content);
    return own.map(({ document: { filename, version }, citation }) => {
      const { footnote, claim } = citation;
      return { filename, version, section: findSection(citation), footnote, claim };
    });
  });
}
