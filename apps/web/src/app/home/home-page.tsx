import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { hasEngagementsQuery } from '../../base/api/engagement-queries.ts';
import { questionTexts } from '../../base/texts/questions.ts';
import { ChoiceButtons } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { useSingleKeys } from '../../base/ui/keys.tsx';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { EngagementsAside } from './engagements-aside.tsx';
import {
  type HomeSearch,
  kindOfFilter,
  type WaitingFilter,
  waitingFilters,
} from './home-search.ts';
import { QuestionList } from './question-list.tsx';
import { QueueList } from './queue-list.tsx';
import { homeTexts, queueTexts } from './texts.ts';

const route = getRouteApi('/shell/home');
const listScopes = () =>
  [
    { value: undefined, label: homeTexts.scopes.mine },
    { value: 'all', label: homeTexts.scopes.all },
  ] as const;
const listFilters = () => [
  { value: undefined, label: homeTexts.filters.all },
  ...waitingFilters.map((value) => ({ value, label: homeTexts.filters[value] })),
];
const listAnswers = () =>
  [
    { value: undefined, label: questionTexts.toAnswer },
    { value: 'answered', label: questionTexts.answered },
  ] as const;

/** The first page: what waits for a person over all engagements, what runs, and what is due. */
export function HomePage() {
  const search = route.useSearch();
  const { data: hasEngagements } = useQuery(hasEngagementsQuery);
  const hasKeys = useSingleKeys();
  const keys = hasKeys && hasEngagements !== false && (
    <p className="hidden text-muted text-sm lg:block">
      {search.show === 'questions' ? questionTexts.keyHint : queueTexts.keyHint}
    </p>
  );
  return (
    <Page>
      <PageHeader title={homeTexts.title} description={homeTexts.description} actions={keys} />
      {/* The filters keep their room, so that the page does not jump once the engagements are known. */}
      <Filters search={search} isHidden={hasEngagements === false} />
      <div
        className={classNames(
          'grid items-start gap-6',
          hasEngagements !== false && 'xl:grid-cols-[minmax(0,1fr)_18rem]',
        )}
      >
        <section aria-label={homeTexts.waits} className="min-w-0">
          <Waiting search={search} />
        </section>
        {hasEngagements && <EngagementsAside />}
      </div>
    </Page>
  );
}

function Waiting({ search: { show, scope, answered } }: { search: HomeSearch }) {
  if (show === 'questions')
    return <QuestionList answered={answered === true} scope={scope ?? 'mine'} />;
  return <QueueList filter={{ scope, kind: show && kindOfFilter[show] }} />;
}

/** Chooses what the page shows. Each choice is stored in the address. */
function Filters({
  search: { show, scope, answered },
  isHidden,
}: {
  search: HomeSearch;
  isHidden: boolean;
}) {
  const navigate = route.useNavigate();
  const choose = (next: WaitingFilter | undefined) =>
    void navigate({ search: { ...(scope && { scope }), ...(next && { show: next }) } });
  const chooseScope = (next: 'all' | undefined) =>
    void navigate({
      search: {
        ...(show && { show }),
        ...(answered && { answered }),
        ...(next && { scope: next }),
      },
    });
  const chooseAnswers = (next: 'answered' | undefined) =>
    void navigate({
      search: {
        show: 'questions',
        ...(scope && { scope }),
        ...(next && { answered: true as const }),
      },
    });
  const isQuestions = show === 'questions';
  return (
    <div
      className={classNames('flex flex-wrap items-center gap-x-6 gap-y-2', isHidden && 'invisible')}
    >
      <ChoiceButtons
        label={homeTexts.show}
        choices={listFilters()}
        value={show}
        onChange={choose}
      />
      {isQuestions && (
        <ChoiceButtons
          label={questionTexts.show}
          choices={listAnswers()}
          value={answered ? 'answered' : undefined}
          onChange={chooseAnswers}
        />
      )}
      <ChoiceButtons
        label={homeTexts.scope}
        choices={listScopes()}
        value={scope}
        onChange={chooseScope}
      />
    </div>
  );
}
