-- A run of kind plan makes the plan and no document: its one call is paid, recorded and recovered like any other.
alter table engine.runs add column kind text not null default 'run' check (kind in ('run', 'plan'));

-- An engagement's last plan with its price, and the order that is under way.
create table platform.plans (
  tenant_id text not null,
  engagement_id text not null,
  -- Names the newest order at the engine: the same order again pays nothing.
  plan_id text not null,
  -- asked: the engine may be at work, or its answer was lost.
  state text not null check (state in ('asked', 'answered')),
  -- Of the material of the order: other material is another plan.
  request_hash text not null,
  -- As it was answered; json keeps the tasks as they are. Null until there is one.
  answer json,
  -- What all planning of the engagement has cost, as the engine says.
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  asked_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.plans');
