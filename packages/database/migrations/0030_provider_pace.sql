-- What all engine processes keep to towards a model provider. No tenant's data: a provider counts the requests of the whole
-- installation, so only the system role sees these tables.

-- Until when a provider asked to be left alone; the model is empty for a provider as a whole.
create table engine.provider_blocks (
  provider text not null,
  model text not null,
  blocked_until timestamptz not null,
  primary key (provider, model)
);
-- Requests of the last minutes to providers with a configured limit, and the tokens that they may use.
create table engine.provider_requests (
  id text primary key,
  provider text not null,
  begun_at timestamptz not null,
  tokens bigint not null
);
create index provider_requests_newest on engine.provider_requests (provider, begun_at desc);

alter table engine.provider_blocks enable row level security;
alter table engine.provider_blocks force row level security;
call platform.allow_system('engine.provider_blocks', 'select, insert, update');
alter table engine.provider_requests enable row level security;
alter table engine.provider_requests force row level security;
call platform.allow_system('engine.provider_requests', 'select, insert, update, delete');
