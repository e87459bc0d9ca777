import { getRouteApi } from '@tanstack/react-router';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { ChoiceButtons } from '../../ui/buttons/choice-buttons.tsx';
import { useSingleKeys } from '../../ui/keys/single-keys.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AnsweredList } from './answered-list.tsx';
import { ToAnswer } from './to-answer.tsx';
import { useQuestionKeys } from './use-question-keys.ts';

const route = getRouteApi('/shell/questions');
const texts = questionTexts;
const choices = [
  { value: undefined, label: texts.toAnswer },
  { value: 'answered', label: texts.answered },
] as const;

/** The questions of agents over all engagements, to answer in place (ASK-5). */
export function InboxPage() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const hasKeys = useSingleKeys();
  useQuestionKeys();
  const choose = (next: 'answered' | undefined) => void navigate({ search: next ? { show: next } : {} });
  return (
    <Page>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChoiceButtons label={texts.show} choices={choices} value={show} onChange={choose} />
        {hasKeys && <p className="hidden text-muted text-sm md:block">{texts.keyHint}</p>}
      </div>
      {show === 'answered' ? <AnsweredList /> : <ToAnswer />}
    </Page>
  );
}
