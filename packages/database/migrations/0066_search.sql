-- Search over everything (contract 12): one row for each text. A trigger notes a change in its transaction, and
-- background work makes the row (docs/decisions/search.md).

-- Folds a text, so that words are found in any spelling of case, width and accents.
create function platform.fold_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = length(given) then lower(given)
    else replace(lower(normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'), NFC)), 'ß', 'ss') end;

-- Returns the letters of languages that write without spaces, as a bracket of a regular expression. Their words are
-- pairs of letters.
create function platform.unspaced_letters() returns text language sql immutable parallel safe
  return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u302f\u3031-\u30fa\u30fc-\u31ff\u3400-\u9fff'
    || '\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff';

-- Makes the pairs of a run of such letters, and the last letter alone, which the search for one letter finds.
create function platform.pair_letters(run text) returns text language sql immutable strict parallel safe
begin atomic
  select string_agg(letter || coalesce(next, ''), ' ' order by place) from (
    select letter, place, lead(letter) over (order by place) as next
    from unnest(string_to_array(run, null)) with ordinality as letters (letter, place)
  ) pairs;
end;

-- Makes the words of a text, apart by spaces. Separators are named one by one, because the classes of letters depend on
-- the server's locale.
create function platform.text_words(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := platform.unspaced_letters();
  spaced text := regexp_replace(platform.fold_text(given),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    || '\u05be\u060c\u061b\u061f\u066a-\u066d\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f'
    || '\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\ufffd\U0001f000-\U0001faff]+', ' ', 'g');
begin
  if spaced ~ ('[' || unspaced || ']') then
    select string_agg(case when piece[1] is null then piece[2] else platform.pair_letters(piece[1]) end, ' ' order by place)
    into spaced
    from regexp_matches(spaced, '([' || unspaced || ']+)|([^' || unspaced || ']+)', 'g') with ordinality as pieces (piece, place);
  end if;
  return spaced;
end
$$;

-- Returns the different words. The end of a word of more than 100 letters is left out.
create function platform.distinct_words(words text) returns setof text language sql immutable strict parallel safe rows 300
begin atomic
  select distinct left(word, 100) from string_to_table(words, ' ') word where word <> '';
end;

-- Begins every key of a tenant, so that the keys of a word are those of one tenant. Two tenants may share it.
create function platform.tenant_mark(tenant text) returns text language sql immutable strict parallel safe
  return left(encode(sha256(convert_to(tenant, 'UTF8')), 'hex'), 6);

-- Begins the keys of a stretch of ids. The keys of the newest stretches find the newest texts first.
create function platform.stretch_key(tenant text, id bigint) returns text language sql immutable strict parallel safe
  return platform.tenant_mark(tenant) || '=s' || id / 1024;

-- Makes the keys of the index: the words, those of the title again after '^', and the endings of long words after '~',
-- which make parts of words the beginnings of keys: '~preis' of 'kupferpreis'. Other keys narrow a search.
create function platform.search_keys(tenant text, id bigint, engagement text, kind text, words text)
returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  mark constant text := platform.tenant_mark(tenant);
  different constant text[] := array(select platform.distinct_words(replace(words, e'\n', ' ')));
begin
  return array_to_tsvector(
    array(select mark || word from unnest(different) word)
    || array(select mark || '^' || word from platform.distinct_words(split_part(words, e'\n', 1)) word)
    || array(
      select mark || '~' || substr(word, first) from unnest(different) word
      cross join lateral generate_series(3, length(word) - 3) first
      where length(word) between 10 and 30 and word !~ '[0-9]' limit 8000)
    || array[mark || '=k' || kind, mark || '=e' || engagement, platform.stretch_key(tenant, id)]);
end
$$;

-- Returns the words that a search asks for. The last letter of a run is in its last pair, too.
create function platform.asked_words(asked text) returns text[] language sql immutable strict parallel safe
begin atomic
  with words as (select word from platform.distinct_words(platform.text_words(asked)) word)
  select coalesce(array_agg(word order by word), '{}') from words
  where word !~ ('^[' || platform.unspaced_letters() || ']$')
    or not exists (select from words pair where length(pair.word) = 2 and right(pair.word, 1) = words.word
      and pair.word ~ ('^[' || platform.unspaced_letters() || ']'));
end;

-- Makes the query of a tenant for words, in titles only with the sign '^'. A word is found as it is, with `parts` from
-- three letters also by its beginning and from four within longer words.
create function platform.search_query(tenant text, asked text[], parts boolean, sign text) returns tsquery
language sql immutable strict parallel safe
begin atomic
  select string_agg(case
      when word ~ ('^[' || platform.unspaced_letters() || ']$') then key || ':*'
      when not parts or length(word) < 3 or word ~ ('^[' || platform.unspaced_letters() || ']') then key
      when length(word) < 4 or sign <> '' then key || ':*'
      else '(' || key || ':* | ' || quote_literal(platform.tenant_mark(tenant) || '~' || word) || ':*)' end, ' & ')::tsquery
  from unnest(asked) word
  cross join lateral (select quote_literal(platform.tenant_mark(tenant) || sign || word) as key) keys;
end;

create table platform.search_texts (
  tenant_id text not null,
  -- A changed text gets a new one, so a larger id is a newer text.
  id bigint generated by default as identity,
  engagement_id text not null,
  kind text not null check (kind in ('engagement', 'deliverable', 'source', 'comment', 'page')),
  -- Id of the row that the text comes from.
  source_id text not null,
  -- Part 0 of a source is its name, 1 and up are fifty passages each. Several rows hold a text too long for one.
  part integer not null default 0,
  title text not null,
  -- The text of an archived page, whose own copy is not in the database.
  body text,
  -- The words of the title in the first line and those of the text in the second, each after a space.
  words text not null,
  deliverable_id text generated always as (case kind when 'deliverable' then source_id end) stored,
  attachment_id text generated always as (case kind when 'source' then source_id end) stored,
  page_id text generated always as (case kind when 'page' then source_id end) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, page_id) references platform.pages (tenant_id, id) on delete cascade
);
create index search_texts_engagement on platform.search_texts (tenant_id, engagement_id);
create index search_texts_source on platform.search_texts (tenant_id, kind, source_id);
create index search_texts_deliverable on platform.search_texts (tenant_id, deliverable_id) where deliverable_id is not null;
create index search_texts_attachment on platform.search_texts (tenant_id, attachment_id) where attachment_id is not null;
create index search_texts_page on platform.search_texts (tenant_id, page_id) where page_id is not null;
call platform.secure_tenant_table('platform.search_texts');

-- Texts that have changed since the search last read them. Nobody waits for a row of it: each change adds its own.
create table platform.search_changes (
  tenant_id text not null,
  id bigint generated by default as identity,
  engagement_id text not null,
  kind text not null,
  source_id text not null,
  part integer not null default 0,
  -- The text of an archived page.
  body text,
  -- Later than now after a failure.
  due_at timestamptz not null default now(),
  failures integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index search_changes_engagement on platform.search_changes (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.search_changes');
create policy system_rows on platform.search_changes to ecp_system using (true) with check (true);
grant select (tenant_id, due_at) on platform.search_changes to ecp_system;

-- Notes that the text of a row has changed.
create procedure platform.note_change(tenant text, engagement text, text_kind text, source text, part integer default 0)
language sql as $$
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  values (tenant, engagement, text_kind, source, part)
$$;

-- Adds a text in pieces whose keys are below the limit of 1 MB whatever their letters are.
create procedure platform.add_search_text(change platform.search_changes, title text, body text) language plpgsql as $$
declare
  width constant integer := case when body ~ ('[' || platform.unspaced_letters() || ']') then 60000 else 100000 end;
begin
  insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, part, title, body, words)
  select change.tenant_id, change.engagement_id, change.kind, change.source_id, change.part, title,
    case change.kind when 'page' then piece end,
    ' ' || platform.text_words(left(title, 1000)) || e'\n ' || platform.text_words(piece)
  from (
    select substr(body, 1 + place * width, width) as piece from generate_series(0, greatest(length(body) - 1, 0) / width) place
  ) pieces;
end
$$;

-- Returns the first heading of a document without marks of emphasis, or else its name.
create function platform.document_title(content text, filename text) returns text language sql immutable parallel safe
  return coalesce(
    left(nullif(trim(translate((regexp_match(content, '^ {0,3}#{1,6}[ \t]+([^\n]*?)[ \t#]*$', 'n'))[1], '*`', '')), ''), 300),
    filename);

-- Makes the rows of a changed text anew from what its source says now.
create procedure platform.index_change(change platform.search_changes) language plpgsql as $$
declare
  indexed record;
  told record;
begin
  delete from platform.search_texts t
  where t.tenant_id = change.tenant_id and t.kind = change.kind and t.source_id = change.source_id and t.part = change.part;
  case change.kind
  when 'engagement' then
    select name || ' · ' || client as title, brief as body into told
    from platform.engagements where tenant_id = change.tenant_id and id = change.source_id;
  when 'deliverable' then
    select d.filename, d.version into indexed
    from platform.deliverables d where d.tenant_id = change.tenant_id and d.id = change.source_id;
    delete from platform.search_texts t
    where t.tenant_id = change.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
      select older.id from platform.deliverables older
      where older.tenant_id = change.tenant_id and older.engagement_id = change.engagement_id
        and older.filename = indexed.filename and older.version < indexed.version));
    select platform.document_title(d.content, d.filename) as title, d.filename || ' ' || d.content as body into told
    from platform.deliverables d
    where d.tenant_id = change.tenant_id and d.id = change.source_id and not exists (
      select from platform.deliverables newer where newer.tenant_id = change.tenant_id
        and newer.engagement_id = change.engagement_id and newer.filename = indexed.filename
        and newer.version > indexed.version);
  when 'source' then
    select a.filename as title, case change.part when 0 then coalesce(a.summary, '') else passages.body end as body into told
    from platform.attachments a
    cross join lateral (
      select string_agg(c.content, ' ' order by c.ordinal) as body from platform.context_chunks c
      where change.part > 0 and c.tenant_id = a.tenant_id and c.attachment_id = a.id
        and c.ordinal between (change.part - 1) * 50 and change.part * 50 - 1
    ) passages
    where a.tenant_id = change.tenant_id and a.id = change.source_id and (change.part = 0 or passages.body is not null);
  when 'comment' then
    -- The lock waits for a deletion, which then finds the row.
    select c.author_name as title, concat_ws(' ', c.body, (
      select string_agg(r.author_name || ' ' || r.body, ' ' order by r.created_at, r.id) from platform.comment_replies r
      where r.tenant_id = c.tenant_id and r.comment_id = c.id)) as body into told
    from platform.comments c where c.tenant_id = change.tenant_id and c.id = change.source_id for key share;
  when 'page' then
    select p.title, coalesce(change.body, concat_ws(' ', p.author, p.url)) as body into told
    from platform.pages p where p.tenant_id = change.tenant_id and p.id = change.source_id;
  end case;
  if found then call platform.add_search_text(change, told.title, told.body); end if;
end
$$;

-- Lets the search find the tenant's oldest changes, unless another process does so now. Returns how many are done, with
-- what Postgres says of each that fails, which waits longer after each failure.
create function platform.index_changes(most integer) returns table (done integer, failures text[]) language plpgsql as $$
declare
  tenant constant text := platform.current_tenant_id();
  change platform.search_changes;
begin
  done := 0;
  failures := '{}';
  if pg_try_advisory_xact_lock(hashtextextended('search ' || tenant, 0)) then
    for change in
      select * from platform.search_changes c where c.tenant_id = tenant and c.due_at <= now() order by c.id limit most
    loop
      begin
        call platform.index_change(change);
        delete from platform.search_changes c where c.tenant_id = tenant and c.id = change.id;
      exception when others then
        failures := failures || (change.kind || ' ' || change.source_id || ': ' || sqlerrm);
        update platform.search_changes c
        set failures = c.failures + 1, due_at = now() + least(power(2, c.failures), 3600) * interval '1 second'
        where c.tenant_id = tenant and c.id = change.id;
      end;
      done := done + 1;
    end loop;
  end if;
  return next;
end
$$;

create function platform.search_engagement() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.id, 'engagement', new.id);
  delete from platform.search_texts t where t.tenant_id = new.tenant_id and t.kind = 'engagement' and t.source_id = new.id;
  return null;
end
$$;
create trigger engagement_searched after insert or update of name, client, brief on platform.engagements
  for each row execute function platform.search_engagement();

-- The latest version of a file is found, and no internal file.
create function platform.search_deliverable() returns trigger language plpgsql as $$
begin
  if starts_with(new.filename, '_') then return null; end if;
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
    select older.id from platform.deliverables older where older.tenant_id = new.tenant_id
      and older.engagement_id = new.engagement_id and older.filename = new.filename and older.version < new.version));
  call platform.note_change(new.tenant_id, new.engagement_id, 'deliverable', new.id);
  return null;
end
$$;
create trigger deliverable_searched after insert on platform.deliverables
  for each row execute function platform.search_deliverable();

create function platform.search_attachment() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'source' and t.source_id = new.id and t.part = 0;
  call platform.note_change(new.tenant_id, new.engagement_id, 'source', new.id);
  return null;
end
$$;
create trigger attachment_searched after insert or update of filename, summary on platform.attachments
  for each row execute function platform.search_attachment();

-- The attachment of passages that go with it is not there any more.
create function platform.search_passages() returns trigger language plpgsql as $$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  select distinct c.tenant_id, c.engagement_id, 'source', c.attachment_id, 1 + c.ordinal / 50
  from changed c join platform.attachments a on a.tenant_id = c.tenant_id and a.id = c.attachment_id;
  return null;
end
$$;
create trigger passages_searched after insert on platform.context_chunks
  referencing new table as changed for each statement execute function platform.search_passages();
create trigger passages_gone after delete on platform.context_chunks
  referencing old table as changed for each statement execute function platform.search_passages();

create function platform.forget_passages() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t
  using (select distinct tenant_id, attachment_id from removed) gone
  where t.tenant_id = gone.tenant_id and t.kind = 'source' and t.source_id = gone.attachment_id and t.part > 0;
  return null;
end
$$;
create trigger passages_forgotten after delete on platform.context_chunks
  referencing old table as removed for each statement execute function platform.forget_passages();

-- The text of a page is in the object storage; the verb that archives it adds it.
create function platform.search_page() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'page', new.id);
  return null;
end
$$;
create trigger page_searched after insert on platform.pages for each row execute function platform.search_page();

create function platform.search_comment() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'comment', new.id);
  return null;
end
$$;
create trigger comment_searched after insert on platform.comments
  for each row execute function platform.search_comment();

-- A reply is found as a part of its comment.
create function platform.search_reply() returns trigger language plpgsql as $$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id)
  select c.tenant_id, c.engagement_id, 'comment', c.id from platform.comments c
  where c.tenant_id = new.tenant_id and c.id = new.comment_id;
  return null;
end
$$;
create trigger reply_searched after insert on platform.comment_replies
  for each row execute function platform.search_reply();

create function platform.forget_comment() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t where t.tenant_id = old.tenant_id and t.kind = 'comment' and t.source_id = old.id;
  return null;
end
$$;
create trigger comment_forgotten after delete on platform.comments
  for each row execute function platform.forget_comment();

-- Row-level security is forced on the owner too, who would see no row of these tables.
alter table platform.engagements no force row level security;
alter table platform.deliverables no force row level security;
alter table platform.attachments no force row level security;
alter table platform.context_chunks no force row level security;
alter table platform.pages no force row level security;
alter table platform.comments no force row level security;
alter table platform.search_changes no force row level security;

insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
select tenant_id, id, 'engagement', id, 0 from platform.engagements
union all (
  select distinct on (tenant_id, engagement_id, filename) tenant_id, engagement_id, 'deliverable', id, 0
  from platform.deliverables where not starts_with(filename, '_')
  order by tenant_id, engagement_id, filename, version desc
)
union all
select tenant_id, engagement_id, 'source', id, 0 from platform.attachments
union all (
  select distinct tenant_id, engagement_id, 'source', attachment_id, 1 + ordinal / 50 from platform.context_chunks
)
union all
select tenant_id, engagement_id, 'page', id, 0 from platform.pages
union all
select tenant_id, engagement_id, 'comment', id, 0 from platform.comments;

alter table platform.engagements force row level security;
alter table platform.deliverables force row level security;
alter table platform.attachments force row level security;
alter table platform.context_chunks force row level security;
alter table platform.pages force row level security;
alter table platform.comments force row level security;
alter table platform.search_changes force row level security;

-- The index has no list of pending rows, which each search would have to read.
create index search_texts_keys on platform.search_texts
  using gin (platform.search_keys(tenant_id, id, engagement_id, kind, words)) with (fastupdate = off);
-- The planner needs no statistics, because find_texts takes the index in any case, and making them reads every text.
alter index platform.search_texts_keys alter column 1 set statistics 0;
alter table platform.search_texts alter column words set statistics 0, alter column body set statistics 0;
create policy system_rows on platform.search_texts to ecp_system using (true) with check (true);
grant select (tenant_id, id, engagement_id, kind, source_id, words) on platform.search_texts to ecp_system;

-- Finds the current tenant's texts, best first. The operators of full text are not leakproof, so under the policy of the
-- tenant the planner must not use the index: the function runs as ecp_system, takes no tenant from its caller, and
-- returns ids alone, whose rows the caller reads under the policy. It ranks 100 texts with the words in their titles and
-- 100 others, the newest. A common word is found among the newest texts, so that not all that have it are read.
create function platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
returns table (id bigint, rank real) language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
  newest constant bigint := (select max(t.id) from platform.search_texts t where t.tenant_id = tenant);
  mark constant text := platform.tenant_mark(tenant);
  narrowing constant text := concat(
    ' & ' || quote_literal(mark || '=k' || nullif(only_kind, '')),
    ' & ' || quote_literal(mark || '=e' || nullif(only_engagement, '')));
  among constant text := ' & (' || quote_literal(platform.stretch_key(tenant, newest)) || ' | '
    || quote_literal(platform.stretch_key(tenant, newest - 1024)) || ')';
  everywhere constant text := platform.search_query(tenant, asked_words, parts, '')::text;
  scopes constant text[] := array[
    platform.search_query(tenant, asked_words, parts, '^')::text, '(' || everywhere || ')' || among, everywhere];
  matches bigint[];
  candidates bigint[] := '{}';
begin
  if newest is null or asked_words = '{}' then return; end if;
  for step in 1 .. 3 loop
    matches := array(
      select h.id from (
        -- Nothing else may choose the rows: another index would make the keys of all its rows anew.
        select t.tenant_id, t.id from platform.search_texts t
        where platform.search_keys(t.tenant_id, t.id, t.engagement_id, t.kind, t.words)
          @@ ('(' || scopes[step] || ')' || narrowing)::tsquery
        limit 10000 offset 0
      ) h
      where h.tenant_id = tenant order by h.id desc limit 100);
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
revoke execute on function platform.find_texts(text, boolean, text, text, integer) from public;
grant execute on function platform.find_texts(text, boolean, text, text, integer) to ecp_tenant;
grant create on schema platform to ecp_system;
alter function platform.find_texts(text, boolean, text, text, integer) owner to ecp_system;
revoke create on schema platform from ecp_system;
