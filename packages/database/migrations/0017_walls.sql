-- Walls inside a tenant (docs/decisions/walls.md): the second dimension of row-level security. An engagement behind a wall
-- is missing for everybody outside, and so is every row that came from it.

-- A deleted wall keeps its row, because the dossier of an engagement tells who could read it when.
create table platform.walls (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  unique (tenant_id, id)
);
create index walls_list on platform.walls (tenant_id, created_at, id) where deleted_at is null;
call platform.secure_tenant_table('platform.walls');

-- Nobody is inside both walls. A row counts both ways.
create table platform.wall_exclusions (
  tenant_id text not null,
  wall_id text not null,
  excluded_id text not null,
  primary key (tenant_id, wall_id, excluded_id),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade,
  foreign key (tenant_id, excluded_id) references platform.walls (tenant_id, id) on delete cascade
);
create index wall_exclusions_excluded on platform.wall_exclusions (tenant_id, excluded_id);
call platform.secure_tenant_table('platform.wall_exclusions');

-- The engagements behind a wall, now or once. No foreign key to the engagement: what the audit log says of a deleted one
-- stays behind the wall.
create table platform.wall_engagements (
  tenant_id text not null,
  wall_id text not null,
  engagement_id text not null,
  since timestamptz not null default clock_timestamp(),
  -- Null while the wall stands before the engagement.
  until timestamptz,
  -- The engagement was deleted.
  erased boolean not null default false,
  primary key (tenant_id, wall_id, engagement_id, since),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade
);
create unique index wall_engagements_now on platform.wall_engagements (tenant_id, engagement_id, wall_id)
  where until is null;
call platform.secure_tenant_table('platform.wall_engagements');
call platform.allow_system('platform.wall_engagements', 'select');

create function platform.note_erased_engagements() returns trigger language plpgsql as $$
begin
  update platform.wall_engagements behind set erased = true
    from changed where behind.tenant_id = changed.tenant_id and behind.engagement_id = changed.id;
  return null;
end
$$;
create trigger engagements_erased after delete on platform.engagements
  referencing old table as changed for each statement execute function platform.note_erased_engagements();

-- Members of a wall, and owners who have entered it for a while, now or once. No foreign key to the user: the proof of who
-- could read what outlasts a membership of the team.
create table platform.wall_insiders (
  id text primary key default gen_random_uuid()::text,
  tenant_id text not null,
  wall_id text not null,
  user_id text not null,
  -- The name, or else the address, as it was.
  user_name text not null,
  -- Why an owner has entered; null for a member.
  reason text,
  since timestamptz not null default clock_timestamp(),
  -- Null for a present member. The end of an entry is known when it begins.
  until timestamptz check (reason is null or until is not null),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade
);
create unique index wall_insiders_now on platform.wall_insiders (tenant_id, wall_id, user_id) where until is null;
create index wall_insiders_user on platform.wall_insiders (tenant_id, user_id, until);
create index wall_insiders_wall on platform.wall_insiders (tenant_id, wall_id, since);
call platform.secure_tenant_table('platform.wall_insiders');
call platform.allow_system('platform.wall_insiders', 'select');

-- Who leaves the team leaves its walls.
create function platform.leave_walls() returns trigger language plpgsql as $$
begin
  update platform.wall_insiders set until = clock_timestamp()
    where tenant_id = old.tenant_id and user_id = old.id and (until is null or until > clock_timestamp());
  return null;
end
$$;
create trigger user_left after delete on platform.users for each row execute function platform.leave_walls();

-- The viewer of this transaction, beside its tenant: `*` sees behind every wall (work of the service itself),
-- `user:` and an id is a person, `engagement:` and an id is the agents of an engagement and its clients. Without one, no
-- engagement is visible.
create function platform.sees_all_engagements() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.viewer', true) = '*', false);

-- The engagements that the viewer does not see: those behind a wall whose inside the viewer is not. An engagement behind
-- two walls is seen by who is inside both.
create function platform.hidden_engagements() returns setof text language sql stable parallel safe as $$
  select behind.engagement_id from platform.wall_engagements behind
  where behind.tenant_id = platform.current_tenant_id() and behind.until is null
    and 'engagement:' || behind.engagement_id is distinct from current_setting('app.viewer', true)
    and not exists (
      select from platform.wall_insiders inside
      where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id
        and inside.user_id = substr(current_setting('app.viewer', true), 6)
        and (inside.until is null or inside.until > statement_timestamp()))
$$;

-- Tells whether the viewer sees an engagement.
create function platform.sees_engagement(engagement text) returns boolean language sql stable parallel safe
  return platform.sees_all_engagements()
    or (current_setting('app.viewer', true) <> '' and engagement not in (select platform.hidden_engagements()));

-- Tells whether a person sees an engagement, as a recipient of mails, notices and webhooks.
create function platform.user_sees_engagement(person text, engagement text) returns boolean language sql stable parallel safe
  return not exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = engagement and behind.until is null
      and not exists (
        select from platform.wall_insiders inside
        where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id and inside.user_id = person
          and (inside.until is null or inside.until > statement_timestamp())));

-- Enters a viewer until the transaction ends. In a tenant without walls everybody sees all engagements, and no policy
-- needs to look.
create function platform.enter_viewer(viewer text) returns text language plpgsql as $$
begin
  return set_config('app.viewer', case when exists (
      select from platform.wall_engagements where tenant_id = platform.current_tenant_id() and until is null
    ) then viewer else '*' end, true);
end
$$;

-- Stamps the wall on a table with the id of an engagement in `engagement_column`. A row without one belongs to none. It
-- says what platform.hidden_engagements() says, for one row. Without `offset 0`, a prepared statement could keep a plan
-- that first collects all that is hidden: 50 ms where 5,000 engagements are behind walls, against microseconds for a row.
create procedure platform.wall_table(target regclass, engagement_column text default 'engagement_id') language plpgsql as $$
begin
  execute format(
    'create policy walls on %1$s as restrictive to ecp_tenant
      using (%3$s.%2$I is null or (select platform.sees_all_engagements())
        or ((select current_setting(''app.viewer'', true)) <> '''' and not exists (
          select from platform.wall_engagements behind
          where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = %3$s.%2$I
            and behind.until is null
            and ''engagement:'' || behind.engagement_id is distinct from current_setting(''app.viewer'', true)
            and not exists (
              select from platform.wall_insiders inside
              where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id
                and inside.user_id = substr(current_setting(''app.viewer'', true), 6)
                and (inside.until is null or inside.until > statement_timestamp()))
          offset 0)))',
    target, engagement_column, (select relname from pg_class where oid = target));
end
$$;

-- Stamps the wall on a table whose rows belong to those of another table with walls: who sees that row sees these.
create procedure platform.wall_part(target regclass, key_column text, whole regclass, whole_key text default 'id')
language plpgsql as $$
begin
  execute format(
    'create policy walls on %1$s as restrictive to ecp_tenant
      using (%2$I is null or (select platform.sees_all_engagements()) or exists (
        select from %3$s whole where whole.tenant_id = %4$s.tenant_id and whole.%5$I = %4$s.%2$I))',
    target, key_column, whole, (select relname from pg_class where oid = target), whole_key);
end
$$;

-- Returns the bytes of attachments, archived pages, a master of decks and reserved uploads but one. They count what is
-- behind walls, whoever asks.
create function platform.stored_bytes(for_tenant text, except_reservation text) returns bigint language plpgsql as $$
declare
  viewer constant text := current_setting('app.viewer', true);
  used bigint;
begin
  perform set_config('app.viewer', '*', true);
  used := (select coalesce(sum(size_bytes), 0) from platform.attachments where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes + text_bytes), 0) from platform.pages where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes), 0) from platform.deck_templates where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes), 0) from platform.storage_reservations
        where tenant_id = for_tenant and id <> except_reservation);
  perform set_config('app.viewer', viewer, true);
  return used;
end
$$;

-- Events and their deliveries say which engagement they tell of.
alter table platform.outbox_events
  add column engagement_id text generated always as (data ->> 'engagementId') stored;
alter table platform.webhook_deliveries
  add column engagement_id text generated always as (body::json -> 'data' ->> 'engagementId') stored;
-- An endpoint hears what its maker may see; of one that was made before, nobody is known.
alter table platform.webhook_endpoints add column created_by text;

call platform.wall_table('platform.engagements', 'id');
call platform.wall_table('platform.api_keys');
call platform.wall_table('platform.plans');
call platform.wall_table('platform.runs');
call platform.wall_table('platform.attachments');
call platform.wall_table('platform.context_chunks');
call platform.wall_table('platform.context_images');
call platform.wall_table('platform.table_builds');
call platform.wall_table('platform.data_tables');
call platform.wall_table('platform.queries');
call platform.wall_table('platform.pages');
call platform.wall_table('platform.searches');
call platform.wall_table('platform.page_reads');
call platform.wall_table('platform.questions');
call platform.wall_table('platform.answer_links');
call platform.wall_table('platform.deliverables');
call platform.wall_table('platform.deliverable_assumptions');
call platform.wall_table('platform.judge_answers');
call platform.wall_table('platform.noted_conflicts');
call platform.wall_table('platform.conflict_settlements');
call platform.wall_table('platform.quality_scores');
call platform.wall_table('platform.unscored_tasks');
call platform.wall_table('platform.drafts');
call platform.wall_table('platform.comments');
call platform.wall_table('platform.portal_tokens');
call platform.wall_table('platform.releases');
call platform.wall_table('platform.engagement_schedules');
call platform.wall_table('platform.engagement_updates');
call platform.wall_table('platform.library_entries');
call platform.wall_table('platform.library_cards');
call platform.wall_table('platform.notices');
call platform.wall_table('platform.search_texts');
call platform.wall_table('platform.search_changes');
call platform.wall_table('engine.budgets');
call platform.wall_table('engine.runs');
call platform.wall_table('engine.model_calls');
call platform.wall_table('engine.embeddings');
call platform.wall_table('engine.images');
call platform.wall_table('engine.routing_decisions');
call platform.wall_table('platform.storylines');
call platform.wall_table('platform.grids');
call platform.wall_table('platform.economics');
call platform.wall_table('platform.economics_hours');
call platform.wall_table('platform.economics_costs');
call platform.wall_table('platform.outbox_events');
call platform.wall_table('platform.webhook_deliveries');

call platform.wall_part('platform.deliverable_upstreams', 'deliverable_id', 'platform.deliverables');
call platform.wall_part('platform.deliverable_citations', 'deliverable_id', 'platform.deliverables');
call platform.wall_part('platform.deliverable_figures', 'deliverable_id', 'platform.deliverables');
call platform.wall_part('platform.reviews', 'deliverable_id', 'platform.deliverables');
call platform.wall_part('platform.client_decisions', 'deliverable_id', 'platform.deliverables');
call platform.wall_part('platform.card_uses', 'card_id', 'platform.library_cards');
call platform.wall_part('platform.comment_replies', 'comment_id', 'platform.comments');
call platform.wall_part('platform.release_documents', 'release_id', 'platform.releases');
call platform.wall_part('platform.release_links', 'release_id', 'platform.releases');
call platform.wall_part('platform.portal_link_secrets', 'token_id', 'platform.portal_tokens');
call platform.wall_part('platform.update_sources', 'update_id', 'platform.engagement_updates');
call platform.wall_part('platform.notice_recipients', 'notice_id', 'platform.notices');
call platform.wall_part('platform.webhook_attempts', 'delivery_id', 'platform.webhook_deliveries');
call platform.wall_part('platform.grid_columns', 'grid_id', 'platform.grids');
call platform.wall_part('platform.grid_files', 'grid_id', 'platform.grids');
call platform.wall_part('platform.grid_asks', 'grid_id', 'platform.grids');
call platform.wall_part('platform.grid_cells', 'grid_id', 'platform.grids');
call platform.wall_part('engine.events', 'run_id', 'engine.runs');
call platform.wall_part('engine.call_endings', 'run_id', 'engine.runs');
call platform.wall_part('engine.delegations', 'run_id', 'engine.runs');
call platform.wall_part('engine.questions', 'run_id', 'engine.runs');
call platform.wall_part('engine.table_queries', 'run_id', 'engine.runs');
call platform.wall_part('engine.research_calls', 'run_id', 'engine.runs');
call platform.wall_part('engine.model_failures', 'run_id', 'engine.runs');
