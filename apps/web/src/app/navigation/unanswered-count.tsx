import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { shellTexts } from '../../texts/en/shell.ts';

const countedAtMost = 100;

/** The number of unanswered questions of all engagements, up to `countedAtMost`. The API lists them first (ASK-5). */
const countQuery = queryOptions({
  queryKey: ['questions', 'count'],
  refetchInterval: 60_000,
  async queryFn({ signal }) {
    const { questions } = await api.listAllQuestions({ limit: countedAtMost }, { signal });
    return questions.filter(({ status }) => status !== 'answered').length;
  },
});

/** The number of questions that nobody has answered, in the navigation. Renders nothing without one. */
export function UnansweredCount() {
  const { data = 0 } = useQuery(countQuery);
  if (data === 0) return null;
  const count = data < countedAtMost ? String(data) : `${countedAtMost - 1}+`;
  return (
    <span className="figures ml-auto rounded-md bg-accent-soft px-1.5 text-accent-text text-xs leading-5">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{shellTexts.unanswered(count)}</span>
    </span>
  );
}
