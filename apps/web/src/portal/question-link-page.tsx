import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import { type Client, createClient, isApiError } from '@ecp/sdk/create-client';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { explainError } from '../base/api/explain-error.ts';
import { Button, buttonStyle } from '../base/ui/buttons.tsx';
import { Skeleton } from '../base/ui/states.tsx';
import { GivenAnswer } from '../shared/questions/question-parts.tsx';
import { BrandedFrame, BrandedNotice } from './branded-page.tsx';
import { AnswerThanks, OutsideAnswer, OutsideQuestion } from './outside-question.tsx';
import { questionLinkTexts } from './question-texts.ts';

const route = getRouteApi('/answer/$token');
const { frame, closed } = questionLinkTexts;

/** The page that a mailed link opens without a sign-in: exactly one question, and one answer. */
export function QuestionLinkPage() {
  const { token } = route.useParams();
  const known = isAnswerToken(token);
  const { data, error, refetch } = useQuery({ ...linkedQuestionQuery(token), enabled: known });
  if (!known || isClosedLink(error)) {
    return <Framed notice={<ClosedNotice />} />;
  }
  if (data) {
    return (
      <BrandedFrame
        {...frame}
        branding={data.branding}
        title={questionLinkTexts.title(data.branding.companyName ?? '')}
      >
        <LinkedQuestionView token={token} linked={data} />
      </BrandedFrame>
    );
  }
  if (error) {
    const { title, advice } = explainError(error);
    const again = <Button onClick={() => void refetch()}>{questionLinkTexts.retry}</Button>;
    return (
      <Framed notice={<BrandedNotice title={title} lead={advice} advice="" action={again} />} />
    );
  }
  return (
    <Framed
      notice={
        <div className="mx-auto flex max-w-2xl flex-col gap-4">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      }
    />
  );
}

const Framed = ({ notice }: { notice: ReactNode }) => (
  <BrandedFrame {...frame}>{notice}</BrandedFrame>
);

function LinkedQuestionView({ token, linked }: { token: string; linked: LinkedQuestion }) {
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

/** Says that a link is wrong, used or expired, and leads to the questions through a sign-in. */
function ClosedNotice() {
  return (
    <BrandedNotice
      {...closed.notice}
      action={
        <a href="/home?show=questions" className={buttonStyle()}>
          {closed.action}
        </a>
      }
    />
  );
}

/**
 * Creates an API client for the token of a mailed link. It never sends the session of a signed-in
 * user.
 */
const linkClient = (token: string, maxRetries: number): Client =>
  createClient({ baseUrl: '', apiKey: token, timeoutMs: 30_000, maxRetries });

/**
 * Answers the question of a link. It is sent once, because a link works once: a repetition would be
 * refused.
 */
const sendLinkedAnswer = (token: string, answer: string) =>
  linkClient(token, 0).answerLinkedQuestion({ answer });

/** Returns whether a text has the form of a link's token. Other texts are never sent. */
const isAnswerToken = (text: string): boolean => /^svc_answer_[0-9a-f]{32}$/.test(text);

/** The question of a link. It is read once: after the answer the link opens nothing. */
const linkedQuestionQuery = (token: string) =>
  queryOptions({
    queryKey: ['question-link', token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => linkClient(token, 2).getLinkedQuestion({}, { signal }),
  });

/** Returns whether a link is wrong, used or expired. The API does not say which. */
const isClosedLink = (error: unknown): boolean =>
  isApiError(error, 'invalid_answer_link', 'invalid_api_key');
