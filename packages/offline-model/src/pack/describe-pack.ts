import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { frameOf, joinWords } from '../frame/frame-of.ts';
import { flattenText } from '../text/clean-line.ts';

/**
 * Makes the front matter for people: names instead of ids, and no field without a value.
 * @param material what the document is extracted from, in words
 */
export function describePack(
  { task, agent, engagement }: Pick<DraftInput, 'task' | 'agent' | 'engagement'>,
  material: string,
): Record<string, string | boolean> {
  const frame = frameOf(engagement.language);
  const fields = {
    title: flattenText(task.name, 200) || frame.untitled,
    engagement: flattenText(engagement.name, 200),
    agent: flattenText(agent.name, 100),
    model: 'local/extractive',
    offline: true,
    generated: frame.generated(material),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Names the material in words: the brief, how many files, pages, answers and earlier documents. */
export function nameMaterial({ engagement, sources, upstream, pages = [], questions = [] }: DraftInput): string {
  const { language } = engagement;
  const frame = frameOf(language);
  // Several sources may be parts of one file.
  const files = new Set(sources.filter(({ text }) => text !== '').map(({ title }) => title)).size;
  const answers = questions.filter(({ answer }) => answer !== null).length;
  const parts = [
    frame.brief,
    ...(files > 0 ? [frame.sources(files)] : []),
    ...(pages.length > 0 ? [frame.pages(pages.length)] : []),
    ...(answers > 0 ? [frame.answers(answers)] : []),
    ...(upstream.length > 0 ? [frame.earlierDocuments(upstream.length)] : []),
  ];
  return joinWords(parts, language);
}
