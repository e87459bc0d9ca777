import { type Deeds, economicsLimits, suggestHours } from '@ecp/contract/values/economics';
import type { SuggestedHours } from '@ecp/contract/work/economics';
import type { Statement } from '@ecp/database/statement';
import { readStoredOrNull } from './economics-rows.ts';

/**
 * The acts of persons in engagement $2 of tenant $1, one row each. A cell of a grid counts for its
 * last writer.
 */
const deeds = `
  select r.author_id as user_id, r.author_name as person_name, r.created_at as done_at, 'reviews' as kind
  from platform.deliverables d
  join platform.reviews r on r.tenant_id = d.tenant_id and r.deliverable_id = d.id
  where d.tenant_id = $1 and d.engagement_id = $2 and r.author_kind = 'user'
  union all
  select editor_id, editor_name, created_at, 'edits' from platform.deliverables
  where tenant_id = $1 and engagement_id = $2 and editor_kind = 'user'
  union all
  select author_id, author_name, created_at, 'comments' from platform.comments
  where tenant_id = $1 and engagement_id = $2 and author_kind = 'user'
  union all
  select r.author_id, r.author_name, r.created_at, 'comments' from platform.comments c
  join platform.comment_replies r on r.tenant_id = c.tenant_id and r.comment_id = c.id
  where c.tenant_id = $1 and c.engagement_id = $2 and r.author_kind = 'user'
  union all
  select answerer_id, answerer_name, answered_at, 'answers' from platform.questions
  where tenant_id = $1 and engagement_id = $2 and answerer_kind = 'user'
  union all
  select c.editor_id, c.editor_name, c.edited_at, 'gridEdits' from platform.grids g
  join platform.grid_cells c on c.tenant_id = g.tenant_id and c.grid_id = g.id
  where g.tenant_id = $1 and g.engagement_id = $2 and c.editor_kind = 'user'`;

export interface SuggestionRow {
  user_id: string;
  person_name: string;
  day: string;
  rate: number | null;
  reviews: number;
  edits: number;
  comments: number;
  answers: number;
  grid_edits: number;
}

/**
 * Counts the deeds of each person and day (UTC) for which no hours have been entered, newest first.
 */
export const selectSuggestions = (
  tenantId: string,
  engagementId: string,
): Statement<SuggestionRow> => ({
  name: 'select_suggested_hours',
  text: `select done.user_id, coalesce(u.name, u.email, done.person_name) as person_name, done.day::text as day, (
        select h.rate from platform.economics_hours h
        join platform.economics other on other.tenant_id = h.tenant_id and other.engagement_id = h.engagement_id
        join platform.economics own on own.tenant_id = h.tenant_id and own.engagement_id = $2
        where h.tenant_id = $1 and h.user_id = done.user_id and other.currency = own.currency
        order by (h.engagement_id = $2) desc, h.day desc, h.position desc limit 1
      ) as rate, done.reviews, done.edits, done.comments, done.answers, done.grid_edits
    from (
      select user_id, max(person_name) as person_name, (done_at at time zone 'UTC')::date as day,
        (count(*) filter (where kind = 'reviews'))::integer as reviews,
        (count(*) filter (where kind = 'edits'))::integer as edits,
        (count(*) filter (where kind = 'comments'))::integer as comments,
        (count(*) filter (where kind = 'answers'))::integer as answers,
        (count(*) filter (where kind = 'gridEdits'))::integer as grid_edits
      from (${deeds}) deed where user_id is not null group by user_id, (done_at at time zone 'UTC')::date
    ) done
    left join platform.users u on u.tenant_id = $1 and u.id = done.user_id
    where not exists (
      select from platform.economics_hours entered where entered.tenant_id = $1 and entered.engagement_id = $2
        and entered.user_id = done.user_id and entered.day = done.day
    )
    order by done.day desc, done.user_id limit ${economicsLimits.suggestions}`,
  values: [tenantId, engagementId],
});

export function toSuggestion(row: SuggestionRow): SuggestedHours {
  const {
    user_id: userId,
    person_name: person,
    day: date,
    reviews,
    edits,
    comments,
    answers,
  } = row;
  const because: Deeds = { reviews, edits, comments, answers, gridEdits: row.grid_edits };
  return {
    userId,
    person,
    date,
    hours: suggestHours(because),
    rate: readStoredOrNull(row.rate, 'amount'),
    because,
  };
}

/**
 * Names persons: members, those whose hours are entered, and those who did something here. Others
 * have no row.
 */
export const selectPersons = (
  tenantId: string,
  engagementId: string,
  userIds: readonly string[],
): Statement<{ id: string; person_name: string }> => ({
  name: 'select_economics_persons',
  text: `select named.id, named.person_name from (
      select given.id, coalesce(u.name, u.email, (
        select h.person_name from platform.economics_hours h
        where h.tenant_id = $1 and h.engagement_id = $2 and h.user_id = given.id limit 1
      ), (
        select deed.person_name from (${deeds}) deed where deed.user_id = given.id limit 1
      )) as person_name
      from unnest($3::text[]) given (id)
      left join platform.users u on u.tenant_id = $1 and u.id = given.id
    ) named where named.person_name is not null`,
  values: [tenantId, engagementId, userIds],
});
