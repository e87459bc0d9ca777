-- A question to a colleague has its row before it is asked: the row is its claim, so that one question to one colleague
-- is paid once in a run, and the record of why it was not asked.
alter table engine.delegations
  alter column answer drop not null,
  -- 1: asked by the lead; 2: asked by a colleague who was asked.
  add column depth integer not null default 1 check (depth >= 1),
  add column parent_id text,
  -- Hash of the question without its case, punctuation and spaces.
  add column question_key text,
  add column state text not null default 'answered' check (state in ('asking', 'answered', 'failed', 'reused', 'refused')),
  -- The consultation whose answer this one was given.
  add column reused_from text,
  -- Why it was refused.
  add column reason text,
  add foreign key (tenant_id, run_id, parent_id) references engine.delegations (tenant_id, run_id, id) on delete cascade,
  add foreign key (tenant_id, run_id, reused_from) references engine.delegations (tenant_id, run_id, id) on delete cascade;
create unique index delegations_question on engine.delegations (tenant_id, run_id, to_agent, question_key)
  where state in ('asking', 'answered');
create index delegations_parent on engine.delegations (tenant_id, run_id, parent_id) where parent_id is not null;
create index delegations_reused on engine.delegations (tenant_id, run_id, reused_from) where reused_from is not null;
