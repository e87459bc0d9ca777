-- Walls before what is searched, reused and counted (docs/decisions/walls.md).

-- Tells whether an engagement is behind a wall.
create function platform.is_behind_wall(engagement text) returns boolean language sql stable parallel safe
  return exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = engagement and behind.until is null);

-- A use of a card tells of the document that cites it, and `wall_part` names its policy for the card.
create policy walls_of_documents on platform.card_uses as restrictive to ecp_tenant
  using ((select platform.sees_all_engagements()) or exists (
    select from platform.deliverables whole where whole.tenant_id = card_uses.tenant_id and whole.id = card_uses.deliverable_id));

-- Cards behind different walls may have one title: a refusal would tell who sees one of them about the other. Those that
-- one person sees have different ones, as before.
drop index platform.library_cards_title;
create index library_cards_title on platform.library_cards (tenant_id, lower(title)) where status = 'released';

-- Like platform.find_texts of schema.sql, without the texts that the viewer does not see: they would take places of others.
drop function platform.find_texts(text, boolean, text, text, integer);
create function platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
returns table (id bigint, rank real) language plpgsql stable strict security definer rows 50
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
  hidden constant text[] := case when platform.sees_all_engagements() then '{}'
    else array(select platform.hidden_engagements()) end;
  newest constant bigint := (select max(t.id) from platform.search_texts t where t.tenant_id = tenant);
  mark constant text := platform.tenant_mark(tenant);
  narrowing constant text := concat_ws(' & ',
    quote_literal(mark || '=k' || nullif(only_kind, '')), quote_literal(mark || '=e' || nullif(only_engagement, '')));
  among constant text := '(' || quote_literal(platform.stretch_key(tenant, newest)) || ' | '
    || quote_literal(platform.stretch_key(tenant, newest - 1024)) || ')';
  common text[] := '{}';
  common_in_titles text[] := '{}';
  compared text[];
  looked_up text[];
  is_title boolean;
  query text;
  matches bigint[];
  candidates bigint[] := '{}';
begin
  if newest is null or asked_words = '{}' or coalesce(current_setting('app.viewer', true), '') = '' then return; end if;
  if exists (select from platform.search_texts t where t.tenant_id = tenant offset 10000) then
    -- The words with which 3 of the newest 100 texts or titles have one that begins.
    select coalesce(array_agg(word) filter (where texts >= 3), '{}'), coalesce(array_agg(word) filter (where titles >= 3), '{}')
    into common, common_in_titles
    from (
      select word, count(*) filter (where strpos(sample.words, ' ' || word) > 0) as texts,
        count(*) filter (where strpos(split_part(sample.words, e'\n', 1), ' ' || word) > 0) as titles
      from unnest(asked_words) word
      cross join (
        select left(t.words, 20000) as words from platform.search_texts t
        where t.tenant_id = tenant and t.engagement_id <> all (hidden) order by t.id desc limit 100
      ) sample
      group by word
    ) counted;
  end if;
  for step in 1 .. 3 loop
    is_title := step = 1;
    compared := case when not parts then '{}' when is_title then common_in_titles else common end;
    looked_up := array(select unnest(asked_words) except select unnest(compared));
    exit when step = 3 and looked_up = '{}' and only_engagement = '';
    query := concat_ws(' & ',
      '(' || platform.search_query(tenant, looked_up, parts, case when is_title then '^' else '' end)::text || ')',
      case when step = 2 or is_title and common_in_titles @> asked_words then among end, nullif(narrowing, ''));
    matches := array(
      select t.id from (
        select h.id from (
          -- Nothing else may choose the rows: another index would make the keys of all its rows anew.
          select t.tenant_id, t.id from platform.search_texts t
          where platform.search_keys(t.tenant_id, t.id, t.engagement_id, t.kind, t.words) @@ query::tsquery
            and t.engagement_id <> all (hidden)
          limit 10000 offset 0
        ) h
        where h.tenant_id = tenant order by h.id desc limit case when compared = '{}' then 100 else 2000 end
      ) hits
      join platform.search_texts t on t.tenant_id = tenant and t.id = hits.id
      where not exists (
        select from unnest(compared) word
        where strpos(case when is_title then split_part(t.words, e'\n', 1) else t.words end, ' ' || word) = 0)
      order by t.id desc limit 100);
    candidates := candidates || matches;
    exit when step = 2 and cardinality(matches) = 100;
  end loop;
  return query
  with ranked as (
    select t.id, t.source_id, (sum(
        ln(1 + (octet_length(t.words) - octet_length(replace(t.words, sought, ''))) / octet_length(sought))
        + case when strpos(split_part(t.words, e'\n', 1), sought) > 0 then 3 else 0 end
      ) / ln(20 + octet_length(t.words)))::real as rank
    from platform.search_texts t
    cross join lateral (select case when parts then word else ' ' || word end as sought from unnest(asked_words) word) words_of
    where t.tenant_id = tenant and t.id = any(candidates) group by t.tenant_id, t.id
  ), best as (
    select distinct on (r.source_id) r.id, r.rank from ranked r order by r.source_id, r.rank desc, r.id
  )
  select b.id, b.rank from best b order by b.rank desc, b.id desc limit most;
end
$$;
call platform.run_as_system('platform.find_texts(text, boolean, text, text, integer)');
