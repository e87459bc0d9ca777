-- The searches of large tenants: fewer rows are read for several words, and for names and clients.

drop function platform.find_texts(text, boolean, text, text, integer);
drop function platform.find_engagements(text, integer);
drop function platform.find_titles(text, integer);

-- Makes the query for the texts of a tenant between two ids, and some others: the beginnings of the numbers of
-- stretches.
create function platform.stretches_query(tenant text, first bigint, last bigint) returns text
language sql immutable strict parallel safe
begin atomic
  select '(' || string_agg(distinct quote_literal(platform.tenant_mark(tenant) || '=s' || number)
      || case when width > 1 then ':*' else '' end, ' | ') || ')'
  from (select power(10, floor(log(greatest(last / 1024 - first / 1024, 1))))::bigint as width) widths
  cross join lateral generate_series(greatest(first, 0) / 1024 / width, last / 1024 / width) number;
end;

-- Finds the current tenant's texts, best first. The operators of full text are not leakproof, so under the policy of
-- the tenant the planner must not use the index: the function runs as ecp_system, takes no tenant from its caller, and
-- returns ids alone, whose rows the caller reads under the policy. Texts behind walls of the viewer are left out. It
-- ranks 100 texts with the words in their titles and 100 others, the newest.
--
-- The index reads all texts with a beginning of a word before it looks at the next word. In a tenant of many texts, a
-- word that many of the newest have is therefore compared in the texts that the other words have found. Words that all
-- are frequent are looked for among the newest 2,000 or 30,000 texts first, so that not all that have them are read;
-- others among all, and among the newest if there are too many, because the index gives the oldest first. If many texts
-- have each of the words, parts of them are looked for among the newest texts alone. The planner takes a function for a
-- thousand rows, and would read all texts of a tenant to join them with so many: hence `rows 50`.
create function platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
returns table (id bigint, rank real) language plpgsql stable strict security definer rows 50
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
  -- The texts of these would take places of others.
  hidden constant text[] := case when platform.sees_all_engagements() then '{}'
    else array(select platform.hidden_engagements()) end;
  newest constant bigint := (select max(t.id) from platform.search_texts t where t.tenant_id = tenant);
  -- The 10,000th of the newest texts; null in a tenant that has fewer.
  early constant bigint := (
    select t.id from platform.search_texts t where t.tenant_id = tenant order by t.id desc offset 10000 limit 1);
  mark constant text := platform.tenant_mark(tenant);
  narrowing constant text := concat_ws(' & ',
    quote_literal(mark || '=k' || nullif(only_kind, '')), quote_literal(mark || '=e' || nullif(only_engagement, '')));
  common text[] := '{}';
  common_in_titles text[] := '{}';
  frequent text[] := '{}';
  compared text[];
  looked_up text[];
  query text;
  step text;
  hits bigint[];
  most_recent bigint[];
  matches bigint[];
  candidates bigint[] := '{}';
begin
  if newest is null or asked_words = '{}' or coalesce(current_setting('app.viewer', true), '') = '' then return; end if;
  if early is not null then
    -- The words with which 3 of the newest 100 texts or titles have one that begins. For parts, a word is
    -- frequent if one of them has it, or one of 60 others among the newest 30,000.
    select coalesce(array_agg(word) filter (where texts >= 3), '{}'),
      coalesce(array_agg(word) filter (where titles >= 3), '{}'),
      coalesce(array_agg(word) filter (where texts + others > 0), '{}')
    into common, common_in_titles, frequent
    from (
      select word, count(*) filter (where is_newest and strpos(sample.words, ' ' || word) > 0) as texts,
        count(*) filter (where is_newest and strpos(split_part(sample.words, e'\n', 1), ' ' || word) > 0) as titles,
        count(*) filter (where not is_newest and strpos(sample.words, ' ' || word) > 0) as others
      from unnest(asked_words) word
      cross join (
        (select true as is_newest, left(t.words, 20000) as words from platform.search_texts t
        where t.tenant_id = tenant and t.engagement_id <> all (hidden) order by t.id desc limit 100)
        union all
        select false, left(other.words, 20000) from generate_series(1, case when parts then 60 else 0 end) place
        cross join lateral (
          select t.words from platform.search_texts t
          where t.tenant_id = tenant and t.id <= newest - (place * 618 % 1000) * (newest - early) * 3 / 1000
            and t.engagement_id <> all (hidden)
          order by t.id desc limit 1
        ) other
      ) sample
      group by word
    ) counted;
  end if;
  foreach step in array case
    when early is null or common @> asked_words then array['titles', 'newest', 'all']
    when parts and frequent @> asked_words then array['titles', 'early', 'all']
    else array['titles', 'all', 'early'] end
  loop
    compared := case when not parts then '{}' when step = 'titles' then common_in_titles else common end;
    looked_up := array(select unnest(asked_words) except select unnest(compared));
    exit when step = 'all' and looked_up = '{}' and only_engagement = '';
    query := concat_ws(' & ',
      '(' || platform.search_query(tenant, looked_up, parts, case step when 'titles' then '^' else '' end)::text || ')',
      case when step = 'newest' or step = 'titles' and common_in_titles @> asked_words
        then platform.stretches_query(tenant, newest - 1024, newest)
        when step = 'early' then platform.stretches_query(tenant, newest - 3 * (newest - early), newest) end,
      nullif(narrowing, ''));
    hits := array(
      select h.id from (
        -- Nothing else may choose the rows: another index would make the keys of all its rows anew.
        select t.tenant_id, t.id from platform.search_texts t
        where platform.search_keys(t.tenant_id, t.id, t.engagement_id, t.kind, t.words) @@ query::tsquery
          and t.engagement_id <> all (hidden)
        limit 10000 offset 0
      ) h
      where h.tenant_id = tenant order by h.id);
    most_recent := hits[greatest(cardinality(hits) - case when compared = '{}' then 99 else 1999 end, 1):];
    matches := array(
      select t.id from platform.search_texts t
      where t.tenant_id = tenant and t.id = any(most_recent) and not exists (
        select from unnest(compared) word
        where strpos(case step when 'titles' then split_part(t.words, e'\n', 1) else t.words end, ' ' || word) = 0)
      order by t.id desc limit 100);
    candidates := candidates || matches;
    exit when step = 'newest' and cardinality(matches) = 100 or step = 'early' and cardinality(matches) >= most
      or step = 'all' and cardinality(hits) < 10000;
  end loop;
  return query
  with ranked as (
    select t.id, t.source_id, (sum(
        ln(1 + (octet_length(t.words) - octet_length(replace(t.words, sought, ''))) / octet_length(sought))
        + case when strpos(split_part(t.words, e'\n', 1), sought) > 0 then 3 else 0 end
      ) / ln(20 + octet_length(t.words)))::real as rank
    from platform.search_texts t
    cross join lateral (
      select case when parts then word else ' ' || word end as sought from unnest(asked_words) word
    ) words_of
    where t.tenant_id = tenant and t.id = any(candidates) group by t.tenant_id, t.id
  ), best as (
    select distinct on (r.source_id) r.id, r.rank from ranked r order by r.source_id, r.rank desc, r.id
  )
  select b.id, b.rank from best b order by b.rank desc, b.id desc limit most;
end
$$;
call platform.run_as_system('platform.find_texts(text, boolean, text, text, integer)');

-- Finds the current tenant's engagements whose names or clients may contain a text: all that do, and some others.
-- Returns null if there are more than `most`, if too many have the words for a look at each, or if the text has no
-- words to look for. Like platform.find_texts it runs as ecp_system, takes no tenant from its caller, leaves out what is
-- behind walls of the viewer, and returns ids alone. It has the memory to note 900,000 pages: with less, the index names
-- pages in place of rows, and the keys of every row of these pages are made again.
create function platform.find_titles(asked text, most integer)
returns text[] language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '64MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  hidden constant text[] := case when platform.sees_all_engagements() then '{}'
    else array(select platform.hidden_engagements()) end;
  looked_at constant integer := 200000;
  pattern constant text := '%' || regexp_replace(asked, '([\\%_])', '\\\1', 'g') || '%';
  -- Behind each word but the last, the text has a separator, so the word is a whole ending. Behind others, a letter
  -- begins too many.
  query constant tsquery := (
    select string_agg(
      quote_literal(platform.tenant_mark(tenant) || word) || case when place = last then ':*' else '' end, ' & '
    )::tsquery
    from (
      select word, place, max(place) over () as last, count(*) over () as words
      from string_to_table(platform.text_words(asked), ' ') with ordinality words (word, place) where word <> ''
    ) words
    where place < last or words = 1 or octet_length(word) > 1);
  found_ids text[];
begin
  if query is null then return null; end if;
  found_ids := array(
    select case when h.place <= looked_at then h.source_id end from (
      -- Nothing else may choose the rows, as in platform.find_texts.
      select t.tenant_id, t.source_id, t.title, row_number() over () as place from platform.search_texts t
      where t.kind = 'engagement' and platform.title_keys(t.tenant_id, t.words) @@ query
        and t.engagement_id <> all (hidden)
      limit looked_at + 1 offset 0
    ) h
    where h.tenant_id = tenant and (h.title ilike pattern or h.place > looked_at) limit most + 1);
  return case when cardinality(found_ids) <= most and array_position(found_ids, null) is null then found_ids end;
end
$$;
grant select (title) on platform.search_texts to ecp_system;
call platform.run_as_system('platform.find_titles(text, integer)');

-- Finds the current tenant's engagements whose names or clients may contain a text, those included whose names the
-- index does not have yet. Returns null where platform.find_titles does, and while the index lags far behind.
create function platform.find_engagements(asked text, most integer) returns text[] language sql stable strict
begin atomic
  select case when found.titles is not null then (
      select case when count(*) <= 50000 and count(distinct changed.id) <= most
        then found.titles || coalesce(array_agg(distinct changed.id) filter (where changed.id is not null), '{}') end
      from (
        select case c.kind when 'engagement' then c.engagement_id end as id from platform.search_changes c
        where c.tenant_id = platform.current_tenant_id() limit 50001
      ) changed) end
  from (select platform.find_titles(asked, most) as titles) found;
end;
