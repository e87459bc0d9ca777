import type { InboxQuestion } from '../../domain/questions/queries.ts';

/** Lists the questions of all loaded pages. A question that has moved to another page meanwhile is listed once. */
export function listPages({ pages }: { pages: readonly { questions: readonly InboxQuestion[] }[] }): InboxQuestion[] {
  return [...new Map(pages.flatMap(({ questions }) => questions).map((question) => [question.id, question])).values()];
}
