import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RunProjection } from '../../live/run-projection.ts';
import { isOpen, type Question, questionsQuery } from '../questions/queries.ts';

const none: readonly Question[] = [];

/**
 * Lists the questions whose answers tasks of a run wait for, the oldest first. Events tell of each question, but not of
 * an answer, so the list is read again while one is open. A run without questions reads nothing.
 */
export function useOpenQuestions(
  engagementId: string,
  runId: string | undefined,
  { questions, waitsUntil }: Pick<RunProjection, 'questions' | 'waitsUntil'>,
): readonly Question[] {
  const queryClient = useQueryClient();
  const { data = none } = useQuery({ ...questionsQuery(engagementId), enabled: questions > 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question and a new wait change the list.
  useEffect(() => {
    if (questions === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['questions'] });
    void queryClient.invalidateQueries({ queryKey: ['queue'] });
  }, [questions, waitsUntil, queryClient]);
  return useMemo(
    () => data.filter((question) => isOpen(question) && question.runId === runId).toReversed(),
    [data, runId],
  );
}
