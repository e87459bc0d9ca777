-- Queue, orders of engagements and search of a large tenant (docs/capacity.md). The indexes are in the next file.

-- Whether a later run has begun. It only keeps the index of failed runs that wait small: a process of an older release
-- does not set it, and so the reads of the queue look for a later run, too.
alter table platform.runs add column superseded boolean not null default false;

-- Finds the current tenant's texts, best first. The operators of full text are not leakproof, so under the policy of the
-- tenant the planner must not use the index: the function runs as ecp_system, takes no tenant from its caller, and
-- returns ids alone, whose rows the caller reads under the policy. It ranks 100 texts with the words in their titles and
-- 100 others, the newest. A common word is found among the newest texts, so that not all that have it are read.
--
-- The index reads all texts with a beginning of a word before it looks at the next word. In a tenant of many texts, a
-- word that many of the newest have is therefore compared in the texts that the other words have found. If many texts
-- have each of the words, parts of them are looked for among the newest texts.
create or replace function platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
returns table (id bigint, rank real) language plpgsql stable strict security definer rows 50
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
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
  if newest is null or asked_words = '{}' then return; end if;
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
        where t.tenant_id = tenant order by t.id desc limit 100
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
