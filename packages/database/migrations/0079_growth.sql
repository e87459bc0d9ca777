-- Counts and keys that reads of a large tenant need, so that their time does not grow with its engagements
-- (docs/capacity.md). The indexes are in the next file.

-- Number of the tenant's engagements, archived ones included. It is null until it is first asked for.
alter table platform.list_versions add column engagements bigint;


create function platform.count_inserted_engagements() returns trigger language plpgsql as $$
begin
  insert into platform.list_versions as list (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list.version + 1,
      engagements = list.engagements + (select count(*) from changed where changed.tenant_id = list.tenant_id);
  return null;
end
$$;
create or replace trigger engagements_inserted after insert on platform.engagements
  referencing new table as changed for each statement execute function platform.count_inserted_engagements();

create or replace function platform.raise_list_version_after_delete() returns trigger language plpgsql as $$
begin
  update platform.list_versions as list set version = list.version + 1, engagements = list.engagements - gone.engagements
    from (select tenant_id, count(*) as engagements from changed group by tenant_id) gone
    where gone.tenant_id = list.tenant_id;
  return null;
end
$$;

-- Returns the number of a tenant's engagements. The first call counts them, after it has locked the row that every change
-- of them takes, so that none is missed or counted twice.
create function platform.count_engagements(for_tenant text) returns bigint language plpgsql as $$
declare
  known bigint := (select engagements from platform.list_versions where tenant_id = for_tenant);
begin
  if known is null then
    insert into platform.list_versions as list (tenant_id) values (for_tenant)
      on conflict (tenant_id) do update set version = list.version;
    update platform.list_versions
      set engagements = (select count(*) from platform.engagements where tenant_id = for_tenant)
      where tenant_id = for_tenant returning engagements into known;
  end if;
  return known;
end
$$;

-- Makes the keys of an engagement's name and client: every ending of their words, so that a part of a word is the
-- beginning of a key. `words` are those of platform.search_texts.
create function platform.title_keys(tenant text, words text) returns tsvector language sql immutable strict parallel safe
begin atomic
  select array_to_tsvector(coalesce(array_agg(distinct platform.tenant_mark(tenant) || substr(word, first)), '{}'))
  from string_to_table(split_part(words, e'\n', 1), ' ') word
  cross join lateral generate_series(1, length(word)) first;
end;

-- Finds the current tenant's engagements whose names or clients may contain a text: all that do, and some others. Returns
-- null if there are more than `most`, or if the text has no words to look for. Like platform.find_texts it runs as ecp_system, takes
-- no tenant from its caller, and returns ids alone.
create function platform.find_titles(asked text, most integer)
returns text[] language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  -- Behind each word but the last, the text has a separator, so the word is a whole ending. A letter begins too many.
  query constant tsquery := (
    select string_agg(
      quote_literal(platform.tenant_mark(tenant) || word) || case when place = last then ':*' else '' end, ' & ')::tsquery
    from (
      select word, place, max(place) over () as last
      from string_to_table(platform.text_words(asked), ' ') with ordinality words (word, place) where word <> ''
    ) words
    where place < last or octet_length(word) > 1);
  found_ids text[];
begin
  if query is null then return null; end if;
  found_ids := array(
    -- Nothing else may choose the rows, as in platform.find_texts.
    select h.source_id from (
      select t.tenant_id, t.source_id from platform.search_texts t
      where t.kind = 'engagement' and platform.title_keys(t.tenant_id, t.words) @@ query
      limit most + 1 offset 0
    ) h
    where h.tenant_id = tenant);
  return case when cardinality(found_ids) <= most then found_ids end;
end
$$;
revoke execute on function platform.find_titles(text, integer) from public;
grant execute on function platform.find_titles(text, integer) to ecp_tenant;
grant create on schema platform to ecp_system;
alter function platform.find_titles(text, integer) owner to ecp_system;
revoke create on schema platform from ecp_system;

-- Finds the current tenant's engagements whose names or clients may contain a text, those included whose names the index
-- does not have yet. Returns null where platform.find_titles does, and while the index lags far behind.
create function platform.find_engagements(asked text, most integer) returns text[] language sql stable strict
begin atomic
  select case when titles is not null and cardinality(changed) <= most then titles || changed end
  from (
    select platform.find_titles(asked, most) as titles, array(
      select c.engagement_id from platform.search_changes c where c.tenant_id = platform.current_tenant_id()
      limit most + 1) as changed
  ) found;
end;

-- The planner takes a function for a thousand rows, and would read all texts of a tenant to join them with so many.
alter function platform.find_texts(text, boolean, text, text, integer) rows 50;
