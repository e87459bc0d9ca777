import type { Wall } from '@ecp/contract/work/walls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DoorOpen, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { teamQuery } from '../../../base/api/firm-queries.ts';
import { formatDay, formatMoment, formatTime } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, IconButton, linkStyle } from '../../../base/ui/buttons.tsx';
import { Menu, MenuItem } from '../../../base/ui/dialogs/menu.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { namePerson } from './names.tsx';
import type { Firm } from './queries.ts';
import { wallTexts as texts } from './texts.ts';
import { EnterDialog, TakeDownDialog } from './wall-dialogs.tsx';
import { WallDialog } from './wall-form.tsx';
import { insiderOf, insidersOf, rivalsOf } from './walls.ts';

interface WallProps {
  firm: Firm;
  wall: Wall;
}

/** One wall with all that is known of it. */
export function WallCard({ firm, wall }: WallProps) {
  const { has } = useSession();
  const own = insiderOf(firm, wall, firm.ownId);
  const isStay = own !== undefined && own.until !== null;
  // An owner who has entered changes a wall without members; the server knows whether it ever had
  // one.
  const mayChange =
    (own !== undefined && (!isStay || wall.memberIds.length === 0)) ||
    wall.engagementIds.length === 0;
  const rivals = rivalsOf(firm.walls, wall);
  return (
    <Section
      title={wall.name}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-0.5">
          <OwnPlace until={own === undefined ? undefined : own.until} />
          <span>{texts.since(formatDay(wall.createdAt))}</span>
        </span>
      }
      actions={
        <WallActions
          firm={firm}
          wall={wall}
          mayChange={mayChange}
          mayEnter={has('owner') && own === undefined}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
          <Fact term={texts.inside}>
            <Insiders firm={firm} wall={wall} />
          </Fact>
          <Fact term={texts.engagements}>
            <Behind firm={firm} wall={wall} />
          </Fact>
          <Fact term={texts.excludes}>
            {rivals.length === 0 ? (
              <span className="text-muted">{texts.excludesNone}</span>
            ) : (
              <>
                <Names>
                  {rivals.map(({ id, name }) => (
                    <li key={id}>{name}</li>
                  ))}
                </Names>
                <span className="text-muted text-sm">{texts.excludesHint}</span>
              </>
            )}
          </Fact>
        </dl>
        {!mayChange && <p className="text-muted text-sm">{explainRefusal(isStay, has('owner'))}</p>}
        <EntryList firm={firm} wall={wall} />
      </div>
    </Section>
  );
}

/** Says why the caller cannot change a wall. */
function explainRefusal(isStay: boolean, isOwner: boolean): string {
  if (isStay) return texts.stayHint;
  return isOwner ? texts.outsideOwner : texts.outsideHint;
}

function OwnPlace({ until }: { until: string | null | undefined }) {
  if (until === undefined) return <Badge>{texts.own.outside}</Badge>;
  if (until === null) return <Badge tone="good">{texts.own.inside}</Badge>;
  return <Badge tone="warn">{texts.own.until(formatTime(new Date(until)))}</Badge>;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}

const Names = ({ children }: { children: ReactNode }) => (
  <ul className="flex max-h-60 flex-col gap-0.5 overflow-y-auto">{children}</ul>
);

/** Members with their roles, and owners who have entered with the end of their entry. */
function Insiders({ firm, wall }: WallProps) {
  const { data: team = [] } = useQuery(teamQuery);
  const insiders = insidersOf(firm, wall);
  if (insiders.length === 0) return <span className="text-muted">{texts.nobodyInside}</span>;
  const roleOf = (userId: string) => team.find(({ id }) => id === userId)?.role;
  return (
    <Names>
      {insiders.map(({ userId, until }) => {
        const role = roleOf(userId);
        return (
          <li key={userId}>
            {namePerson(firm, userId)}{' '}
            <span className="text-muted text-sm">
              {role && statusTexts.role[role]}
              {until !== null && <> · {texts.untilTime(formatTime(new Date(until)))}</>}
            </span>
          </li>
        );
      })}
    </Names>
  );
}

/**
 * The engagements behind a wall: links to those that the reader sees, of the others the number and
 * the ids.
 */
function Behind({ firm, wall: { engagementIds } }: WallProps) {
  const unseen = engagementIds.filter((id) => !firm.engagements.has(id));
  if (engagementIds.length === 0) return <span className="text-muted">{texts.noEngagements}</span>;
  return (
    <>
      <Names>
        {engagementIds
          .filter((id) => firm.engagements.has(id))
          .map((id) => (
            <li key={id}>
              <Link
                to="/engagements/$engagementId"
                params={{ engagementId: id }}
                className={linkStyle}
              >
                {firm.engagements.get(id)}
              </Link>
            </li>
          ))}
      </Names>
      {unseen.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded text-muted">
            {texts.unseen(unseen.length)}
          </summary>
          <ul className="max-h-60 overflow-y-auto font-mono text-muted text-xs">
            {unseen.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface WallActionsProps extends WallProps {
  mayChange: boolean;
  mayEnter: boolean;
}

function WallActions({ firm, wall, mayChange, mayEnter }: WallActionsProps) {
  const [asking, setAsking] = useState<'edit' | 'takeDown' | 'enter' | null>(null);
  const props = { firm, wall, onClose: () => setAsking(null) };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayEnter && (
        <Button icon={DoorOpen} size="small" onClick={() => setAsking('enter')}>
          {texts.enter.open}
        </Button>
      )}
      {mayChange && (
        <>
          <Button icon={Pencil} size="small" onClick={() => setAsking('edit')}>
            {texts.edit}
          </Button>
          <Menu trigger={<IconButton icon={Ellipsis} label={texts.actions(wall.name)} />}>
            <MenuItem
              icon={Trash2}
              label={texts.takeDown.item}
              danger
              onSelect={() => setAsking('takeDown')}
            />
          </Menu>
        </>
      )}
      {asking === 'edit' && <WallDialog {...props} />}
      {asking === 'takeDown' && <TakeDownDialog {...props} />}
      {asking === 'enter' && <EnterDialog {...props} />}
    </div>
  );
}

/** The owners who have entered, newest first, with their reasons. Closed at first. */
function EntryList({ firm, wall }: WallProps) {
  const entries = firm.entries.get(wall.id) ?? [];
  if (entries.length === 0) return null;
  return (
    <details className="border-t pt-3">
      <summary className="w-fit cursor-pointer rounded font-medium text-sm">
        {texts.entries.title(entries.length)}
      </summary>
      <ol className="flex max-h-80 flex-col divide-y overflow-y-auto pt-1">
        {entries.map(({ userId, userName, reason, since, until }) => (
          <li key={`${userId} ${since}`} className="flex flex-col gap-0.5 py-2">
            <span className="wrap-anywhere">
              <span className="font-medium">{userName}</span>{' '}
              <span className="figures text-muted text-sm">
                {texts.entries.when(formatMoment(since), formatTime(new Date(until)))}
              </span>
            </span>
            <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
