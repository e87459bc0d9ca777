import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BrickWall, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { ForRole } from '../../../base/session/for-role.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { SearchField } from '../../../base/ui/fields/fields.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { namePerson } from './names.tsx';
import { PersonView } from './person-view.tsx';
import { type Firm, useFirm, useLeaveInTime } from './queries.ts';
import { wallTexts as texts } from './texts.ts';
import { WallCard } from './wall-card.tsx';
import { WallDialog } from './wall-form.tsx';
import { insidersOf } from './walls.ts';

const route = getRouteApi('/shell/settings/walls');

/**
 * Walls before engagements, for admins and the owner: who is inside, what is behind them, who
 * excludes whom.
 */
export function WallsPage() {
  return (
    <ForRole needs="admin">
      <Walls />
    </ForRole>
  );
}

function Walls() {
  const [creating, setCreating] = useState(false);
  const { firm, error, retry } = useFirm();
  useLeaveInTime(useQueryClient(), firm);
  const create = (
    <Button icon={Plus} kind="primary" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const isEmpty = firm?.walls.length === 0;
  return (
    <>
      <PartHeader
        title={texts.title}
        description={texts.description}
        actions={firm && !isEmpty && create}
      />
      {!firm &&
        (error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <SkeletonRows rows={3} className="h-40 w-full" />
        ))}
      {isEmpty && (
        <EmptyState icon={BrickWall} title={texts.empty.title} action={create}>
          {texts.empty.advice}
        </EmptyState>
      )}
      {firm && !isEmpty && (
        <>
          <WallList firm={firm} />
          <PersonInAddress firm={firm} />
        </>
      )}
      {firm && creating && <WallDialog firm={firm} onClose={() => setCreating(false)} />}
    </>
  );
}

const searchFrom = 8;

function WallList({ firm }: { firm: Firm }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = firm.walls.filter((wall) =>
    [wall.name, ...insidersOf(firm, wall).map(({ userId }) => namePerson(firm, userId))].some(
      (name) => name.toLowerCase().includes(wanted),
    ),
  );
  return (
    <section aria-label={texts.list} className="flex flex-col gap-4">
      {firm.walls.length >= searchFrom && (
        <SearchField
          label={texts.search}
          value={text}
          onSearch={setText}
          className="w-full sm:w-72"
        />
      )}
      {shown.length === 0 && (
        <EmptyState icon={SearchX} title={texts.noMatch.title}>
          {texts.noMatch.advice}
        </EmptyState>
      )}
      {shown.map((wall) => (
        <WallCard key={wall.id} firm={firm} wall={wall} />
      ))}
    </section>
  );
}

function PersonInAddress({ firm }: { firm: Firm }) {
  const { person } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (userId: string) =>
    void navigate({
      search: userId === '' ? {} : { person: userId },
      replace: true,
      resetScroll: false,
    });
  return <PersonView firm={firm} userId={person ?? ''} onChoose={choose} />;
}
