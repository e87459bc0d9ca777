import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { BrandedFrame } from '../../domain/branded-page/branded-frame.tsx';
import { BrandedNotice } from '../../domain/branded-page/branded-notice.tsx';
import { questionLinkTexts } from '../../texts/en/questions/outside-questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ClosedNotice } from './closed-notice.tsx';
import { LinkedQuestionView } from './linked-question-view.tsx';
import { isAnswerToken, isClosedLink, linkedQuestionQuery } from './question-link-client.ts';

const route = getRouteApi('/answer/$token');
const { loading, skip, privacy, retry, title: titleOf } = questionLinkTexts;
const frame = { title: loading, skip, privacy };

/** The page that a mailed link opens without a sign-in: exactly one question, and one answer (ASK-9). */
export function QuestionLinkPage() {
  const { token } = route.useParams();
  const known = isAnswerToken(token);
  const { data, error, refetch } = useQuery({ ...linkedQuestionQuery(token), enabled: known });
  if (!known || isClosedLink(error)) {
    return <Framed notice={<ClosedNotice />} />;
  }
  if (data) {
    return (
      <BrandedFrame {...frame} branding={data.branding} title={titleOf(data.branding.companyName ?? '')}>
        <LinkedQuestionView token={token} linked={data} />
      </BrandedFrame>
    );
  }
  if (error) {
    const { title, advice } = explainError(error);
    const again = <Button onClick={() => void refetch()}>{retry}</Button>;
    return <Framed notice={<BrandedNotice title={title} lead={advice} advice="" action={again} />} />;
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

const Framed = ({ notice }: { notice: ReactNode }) => <BrandedFrame {...frame}>{notice}</BrandedFrame>;
