import type { InboxQuestion } from '../../domain/questions/queries.ts';

/** The questions of all pages that are loaded. A question that moved to another page meanwhile is listed once. */
export function listPages({ pages }: { pages: readonly { questions: readonly InboxQuestion[] }[] }): InboxQuestion[] {
  return [...new Map(pages.flatMap(({ questions }) => questions).map((question) => [question.id, question])).values()];
}
