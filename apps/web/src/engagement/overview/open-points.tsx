import type { EngagementOverview } from '@ecp/contract/reach/overview';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { toDayInput } from '../../base/format/days.ts';
import { formatUsd, formatUtcDay } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { ProgressBar } from '../../base/ui/badges.tsx';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { overviewTexts } from './texts.ts';

interface PointProps {
  title: string;
  children: ReactNode;
}

function Point({ title, children }: PointProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-1.5 rounded-xl border bg-surface p-4"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface OverviewProps {
  overview: EngagementOverview;
}

const conflictTexts = overviewTexts.conflicts;

export function Conflicts({ overview: { engagementId, conflicts, openCitations } }: OverviewProps) {
  const rest = conflicts.open - conflicts.first.length;
  const place = { to: '/engagements/$engagementId/figures', params: { engagementId } } as const;
  return (
    <Point title={conflictTexts.title}>
      {conflicts.open === 0 ? (
        <p className="text-muted">{conflictTexts.none}</p>
      ) : (
        <>
          <p className="font-medium text-warn">{conflictTexts.open(conflicts.open)}</p>
          <ul className="flex flex-col gap-1">
            {conflicts.first.map(({ id, about }) => (
              <li key={id}>
                <Link
                  {...place}
                  search={{ conflict: id }}
                  className={`${linkStyle} wrap-anywhere line-clamp-2`}
                >
                  {about}
                </Link>
              </li>
            ))}
          </ul>
          {rest > 0 && (
            <Link {...place} className={linkStyle}>
              {conflictTexts.more(rest)}
            </Link>
          )}
        </>
      )}
      <p className="figures text-muted text-sm">
        {openCitations > 0 ? conflictTexts.citations(openCitations) : conflictTexts.allHold}
      </p>
    </Point>
  );
}

const waitingTexts = overviewTexts.waiting;

/**
 * The work that waits for the team, and for each client. The documents of a sample wait for nobody.
 */
export function Waiting({ overview, isSample }: OverviewProps & { isSample: boolean }) {
  const { user } = useSession();
  const { engagementId, waiting, owner, documents } = overview;
  const params = { engagementId };
  const { reviews, questions, comments, failed } = waiting;
  const clients = Map.groupBy(
    documents.flatMap(({ awaits }) => awaits),
    ({ id }) => id,
  );
  const isQuiet = reviews + questions + comments + failed === 0;
  const whom =
    owner === null
      ? waitingTexts.forTeam
      : owner.id === user.id
        ? waitingTexts.forYou
        : waitingTexts.forPerson(owner.name);
  return (
    <Point title={waitingTexts.title}>
      {isQuiet && clients.size === 0 && (
        <p className="text-muted">{isSample ? waitingTexts.sample : waitingTexts.nothing}</p>
      )}
      {!isQuiet && (
        <div>
          <h3 className="text-muted text-sm">{whom}</h3>
          <ul className="figures flex flex-col gap-0.5">
            {failed > 0 && (
              <li>
                <Link to="/engagements/$engagementId/details" params={params} className={linkStyle}>
                  {waitingTexts.failed}
                </Link>
              </li>
            )}
            {reviews > 0 && (
              <li>
                <Link
                  to="/engagements/$engagementId/deliverables"
                  params={params}
                  className={linkStyle}
                >
                  {waitingTexts.reviews(reviews)}
                </Link>
              </li>
            )}
            {questions > 0 && (
              <li>
                <Link
                  to="/engagements/$engagementId/questions"
                  params={params}
                  className={linkStyle}
                >
                  {waitingTexts.questions(questions)}
                </Link>
              </li>
            )}
            {comments > 0 && (
              <li>
                <CommentsLink overview={overview} />
              </li>
            )}
          </ul>
        </div>
      )}
      {[...clients].map(([id, links]) => (
        <div key={id}>
          <h3 className="text-muted text-sm">
            {waitingTexts.forPerson(
              links[0]?.clientName ?? links[0]?.label ?? overviewTexts.documents.client,
            )}
          </h3>
          <Link to="/engagements/$engagementId/clients" params={params} className={linkStyle}>
            {waitingTexts.decisions(links.length)}
          </Link>
        </div>
      ))}
    </Point>
  );
}

/**
 * Leads to the document with open comments, to the list if there are several, and to the client's
 * words if none has any.
 */
function CommentsLink({ overview: { engagementId, documents, waiting } }: OverviewProps) {
  const text = waitingTexts.comments(waiting.comments);
  const [first, ...more] = documents.filter(({ openComments }) => openComments > 0);
  if (first && more.length === 0) {
    return (
      <DocumentLink engagementId={engagementId} filename={first.filename} className={linkStyle}>
        {text}
      </DocumentLink>
    );
  }
  const to = first
    ? '/engagements/$engagementId/deliverables'
    : '/engagements/$engagementId/clients';
  return (
    <Link to={to} params={{ engagementId }} className={linkStyle}>
      {text}
    </Link>
  );
}

const dueTexts = overviewTexts.due;
const moneyTexts = overviewTexts.money;
/** From this share on, the bar warns. */
const nearlySpent = 0.9;

interface DueAndMoneyProps extends OverviewProps {
  /** US dollars that runs, plans and judges have cost until now. */
  spent: number;
  isDone: boolean;
}

export function DueAndMoney({ overview: { dueDate, money }, spent, isDone }: DueAndMoneyProps) {
  const isOverdue = dueDate !== null && !isDone && dueDate < toDayInput(Date.now());
  const left = Math.max(0, money.budget - spent);
  return (
    <div className="flex flex-col gap-4">
      <Point title={dueTexts.title}>
        {dueDate === null ? (
          <p className="text-muted">{dueTexts.none}</p>
        ) : (
          <p className={isOverdue ? 'font-medium text-danger' : undefined}>
            <time dateTime={dueDate}>{formatUtcDay(dueDate)}</time>
            {isOverdue && ` · ${dueTexts.overdue}`}
          </p>
        )}
      </Point>
      <Point title={moneyTexts.title}>
        <p className="figures flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-semibold">{formatUsd(spent)}</span>
          <span className="text-muted">{moneyTexts.spentOf(formatUsd(money.budget))}</span>
        </p>
        <ProgressBar
          label={`${formatUsd(spent)} ${moneyTexts.spentOf(formatUsd(money.budget))}`}
          value={spent / money.budget}
          tone={spent >= money.budget * nearlySpent ? 'danger' : 'accent'}
        />
        <p className="figures text-muted text-sm">{moneyTexts.left(formatUsd(left))}</p>
      </Point>
    </div>
  );
}
