import { useQuery } from '@tanstack/react-query';
import { nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { formatTime } from '../../../base/format/format.ts';
import { labelled } from '../../../base/format/words.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { SelectField } from '../../../base/ui/fields/select.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { joinWalls, nameEngagement } from './names.tsx';
import type { Firm } from './queries.ts';
import { wallTexts } from './texts.ts';
import { insiderOf, walledIds, wallsBetween } from './walls.ts';

const texts = wallTexts.person;

interface PersonViewProps {
  firm: Firm;
  /** Empty until somebody is chosen. */
  userId: string;
  onChoose: (userId: string) => void;
}

/**
 * Shows for one person each wall, and each engagement behind walls: seen, or hidden by which walls.
 */
export function PersonView({ firm, userId, onChoose }: PersonViewProps) {
  const { data: team = [] } = useQuery(teamQuery);
  const people = team.map((member) => ({
    value: member.id,
    label: labelled(nameOf(member), statusTexts.role[member.role]),
  }));
  const isKnown = firm.people.has(userId);
  return (
    <Section title={texts.title} description={texts.description}>
      <div>
        <div className="max-w-sm">
          <SelectField
            label={texts.choose}
            options={[{ value: '', label: texts.nobody }, ...people]}
            value={isKnown ? userId : ''}
            onChange={onChoose}
          />
        </div>
        <div aria-live="polite">{isKnown && <Seen firm={firm} userId={userId} />}</div>
      </div>
    </Section>
  );
}

function Seen({ firm, userId }: Pick<PersonViewProps, 'firm' | 'userId'>) {
  return (
    <div className="mt-4 grid gap-6 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="font-medium">{texts.walls}</h3>
        <ul className="divide-y">
          {firm.walls.map((wall) => (
            <li key={wall.id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="wrap-anywhere min-w-0">{wall.name}</span>
              <Place until={insiderOf(firm, wall, userId)?.until} />
            </li>
          ))}
        </ul>
      </div>
      <div className="min-w-0">
        <h3 className="font-medium">{texts.engagements}</h3>
        <ul className="divide-y">
          {walledIds(firm.walls).map((id) => {
            const between = wallsBetween(firm, userId, id);
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 py-1.5"
              >
                <span className="wrap-anywhere min-w-0">{nameEngagement(firm, id)}</span>
                {between.length === 0 ? (
                  <Badge tone="good">{texts.seen}</Badge>
                ) : (
                  <span className="wrap-anywhere text-muted text-sm">
                    {texts.unseen(joinWalls(between))}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        <p className="pt-1.5 text-muted text-sm">{texts.others}</p>
      </div>
    </div>
  );
}

function Place({ until }: { until: string | null | undefined }) {
  if (until === undefined) return <Badge>{texts.outside}</Badge>;
  return (
    <Badge tone="good">
      {until === null ? texts.inside : texts.until(formatTime(new Date(until)))}
    </Badge>
  );
}
