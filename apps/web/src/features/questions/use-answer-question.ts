import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type Question, refreshQuestions } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = questionTexts.answer;

/**
 * Answers a question once (ASK-4) and says what happens next. After a refusal the questions are read again, too,
 * because somebody may have answered meanwhile.
 */
export function useAnswerQuestion(engagementId: string, question: Question, onAnswered: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => refreshQuestions(queryClient, engagementId);
  return useMutation({
    meta: { showsError: true },
    mutationFn: (answer: string) => api.answerQuestion({ id: engagementId, questionId: question.id, answer }),
    async onSuccess() {
      showDoneToast(texts.done, describeNext(question));
      onAnswered();
      await refresh();
    },
    onError: refresh,
  });
}

function describeNext({ status, documents }: Question): string {
  if (status === 'open') return texts.goesOn;
  return documents.length > 0 ? texts.stale : texts.kept;
}
