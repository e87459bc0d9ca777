import type { User } from '@ecp/contract/identity/auth';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { isInvited } from '../../domain/team/queries.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { MemberRow, memberGrid } from './member-row.tsx';

const rowHeightPx = 64;
/** From this number of members on, the list has a search. */
const searchFrom = 8;

/** Lists the members. A long list has a search. */
export function MemberList({ members }: { members: readonly User[] }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = members.filter(({ name, email }) => `${name ?? ''} ${email}`.toLowerCase().includes(wanted));
  const invited = members.filter(isInvited).length;
  return (
    <section aria-label={teamTexts.listLabel} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {members.length >= searchFrom && (
          <SearchField label={teamTexts.search} value={text} onSearch={setText} className="w-full sm:w-72" />
        )}
        <p className="figures text-muted text-sm" aria-live="polite">
          {teamTexts.count(members.length - invited, invited)}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={teamTexts.noMatch.title}>
          {teamTexts.noMatch.advice}
        </EmptyState>
      ) : (
        <div className="overflow-hidden rounded-xl border">
          <ListHead />
          <VirtualList
            label={teamTexts.listLabel}
            items={shown}
            itemKey={({ id }) => id}
            rowHeightPx={rowHeightPx}
            renderItem={(member) => <MemberRow member={member} team={members} />}
          />
        </div>
      )}
    </section>
  );
}

function ListHead() {
  const { person, role, seen, since } = teamTexts.columns;
  return (
    <div aria-hidden className={`${memberGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      <span>{person}</span>
      <span>{role}</span>
      <span>{seen}</span>
      <span>{since}</span>
    </div>
  );
}
