import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerThanks } from '../../domain/questions/answer-thanks.tsx';
import { GivenAnswer } from '../../domain/questions/given-answer.tsx';
import { OutsideAnswer } from '../../domain/questions/outside-answer.tsx';
import { OutsideQuestion } from '../../domain/questions/outside-question.tsx';
import { questionLinkTexts } from '../../texts/en/questions/outside-questions.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { isClosedLink, sendLinkedAnswer } from './question-link-client.ts';

/** Shows the question of a link with its field, and a confirmation once it is answered. */
export function LinkedQuestionView({ token, linked }: { token: string; linked: LinkedQuestion }) {
  const { question, engagement } = linked;
  const [text, setText] = useState('');
  const send = useMutation({
    meta: { showsError: true },
    mutationFn: ({ answer }: { answer: string }) => sendLinkedAnswer(token, answer),
  });
  const given = send.data?.question;
  if (isClosedLink(send.error)) return <ClosedNotice />;
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <p className="text-muted">{questionLinkTexts.about(engagement.name)}</p>
      <OutsideQuestion question={given ?? question} level={1} />
      {given ? (
        <>
          <AnswerThanks waited={question.status === 'open'} />
          <GivenAnswer question={given} />
        </>
      ) : (
        <OutsideAnswer
          text={text}
          onChange={setText}
          onSend={(sent) => send.mutate(sent)}
          busy={send.isPending}
          error={send.error}
        />
      )}
    </div>
  );
}
