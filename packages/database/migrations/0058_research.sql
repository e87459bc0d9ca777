-- What agents have searched, read and archived on the web (contract 11). A row of searches and page_reads commits before
-- anything goes out; it is the claim of its id, so that nothing is sent twice.

-- Pages as they were read. The bytes and the text are objects under their hash.
create table platform.pages (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- The final address.
  url text not null,
  -- What footnotes cite.
  title text not null,
  author text,
  -- What the page says about its date.
  published_on text,
  mime_type text not null,
  -- Hexadecimal, of the bytes.
  sha256 text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  storage_key text not null,
  text_key text not null,
  text_bytes bigint not null check (text_bytes >= 0),
  -- Addresses that the page shows. Agents may read them.
  links text[] not null default '{}',
  fetched_at timestamptz not null,
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, title),
  unique (tenant_id, engagement_id, url, sha256),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.pages');

create table platform.searches (
  -- The engine chose the id, so ids are unique within a tenant only.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  agent_slug text not null,
  task_id text,
  query text not null,
  -- The words in one form. Within a run they are searched once.
  words text not null,
  state text not null check (state in ('claimed', 'found', 'refused')),
  -- Title, address and snippet of each result.
  hits json not null default '[]',
  -- Their addresses in one form. Agents may read them.
  addresses text[] not null default '{}',
  -- Why there are no results, as facts.
  refusal json,
  -- Whether the provider may have billed it.
  paid boolean not null default false,
  cost_nano_usd bigint not null default 0,
  -- The process that sent it; null for a search that took the results of an earlier one.
  claimed_by text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((state = 'refused') = (refusal is not null))
);
create unique index searches_once on platform.searches (tenant_id, run_id, words) where claimed_by is not null;
create index searches_engagement on platform.searches (tenant_id, engagement_id, created_at);
call platform.secure_tenant_table('platform.searches');

create table platform.page_reads (
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  agent_slug text not null,
  task_id text,
  -- As asked for.
  url text not null,
  -- The asked address and those of redirects, each in one form. Within a run each is fetched once.
  addresses text[] not null,
  state text not null check (state in ('claimed', 'read', 'refused')),
  page_id text,
  -- Why there is no page, as facts.
  refusal json,
  -- The process that fetched it; null for a read that took the page of an earlier one, or that fetched nothing.
  claimed_by text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, page_id) references platform.pages (tenant_id, id) on delete cascade,
  check ((state = 'read') = (page_id is not null)),
  check ((state = 'refused') = (refusal is not null))
);
create index page_reads_run on platform.page_reads (tenant_id, run_id);
create index page_reads_engagement on platform.page_reads (tenant_id, engagement_id, created_at);
create index page_reads_page on platform.page_reads (tenant_id, page_id);
call platform.secure_tenant_table('platform.page_reads');

-- The pace of web hosts, for all processes and tenants.
create table platform.web_hosts (
  -- Name and port.
  host text primary key,
  -- The earliest time of the next request.
  next_at timestamptz not null
);
alter table platform.web_hosts enable row level security;
alter table platform.web_hosts force row level security;
call platform.allow_system('platform.web_hosts', 'select, insert, update, delete');

-- The robots.txt of origins, for all processes and tenants.
create table platform.web_robots (
  -- Scheme, name and port.
  origin text primary key,
  -- 'rules': `content` has them; 'open': there are none; 'closed': the host could not say.
  state text not null check (state in ('rules', 'open', 'closed')),
  content bytea,
  fetched_at timestamptz not null default clock_timestamp(),
  check ((state = 'rules') = (content is not null))
);
create index web_robots_age on platform.web_robots (fetched_at);
alter table platform.web_robots enable row level security;
alter table platform.web_robots force row level security;
call platform.allow_system('platform.web_robots', 'select, insert, update, delete');
