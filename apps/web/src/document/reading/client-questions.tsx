import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, MessageCircleQuestion } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { useSession } from '../../base/session/session.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { questionsQuery, refreshQuestions } from '../../shared/questions/question-queries.ts';

const texts = readingTexts.clientQuestions;

interface ClientQuestionsProps {
  engagementId: string;
  filename: string;
  questions: readonly string[];
}

/** Lists what a document wants to know from its client, each with one click to ask it. */
export function ClientQuestions({ engagementId, filename, questions }: ClientQuestionsProps) {
  const { has } = useSession();
  const { data } = useQuery(questionsQuery(engagementId));
  if (!data) return null;
  const asked = new Set(data.map(({ question }) => question));
  return (
    <section aria-label={texts.title} className="mt-8 rounded-xl border bg-canvas p-4 print:hidden">
      <h2 className="font-semibold">{texts.title}</h2>
      <p className="mt-0.5 text-muted text-sm">{texts.advice}</p>
      <ul className="mt-3 flex flex-col gap-2.5">
        {questions.map((question) => (
          <li
            key={question}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="wrap-anywhere min-w-48 flex-1">{question}</span>
            {asked.has(question) ? (
              <Link
                to="/engagements/$engagementId/questions"
                params={{ engagementId }}
                className={linkStyle}
              >
                <Check aria-hidden className="mr-1 inline size-4" />
                {texts.asked}
              </Link>
            ) : (
              has('member') && (
                <AskButton engagementId={engagementId} filename={filename} question={question} />
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskButton({
  engagementId,
  ...body
}: {
  engagementId: string;
  filename: string;
  question: string;
}) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => api.askQuestion({ id: engagementId, ...body }),
    onSuccess: () => refreshQuestions(queryClient, engagementId),
  });
  return (
    <Button
      size="small"
      icon={MessageCircleQuestion}
      busy={ask.isPending}
      aria-label={texts.askThis(body.question)}
      onClick={() => ask.mutate()}
    >
      {texts.ask}
    </Button>
  );
}
