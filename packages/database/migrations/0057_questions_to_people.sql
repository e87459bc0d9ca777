-- The questions of agents to people (contract 11). Rows come from the engine's events; the platform takes the one answer.
create table platform.questions (
  tenant_id text not null,
  engagement_id text not null,
  -- The engine's id. Documents cite an answer as `Answer <id>`.
  id text not null,
  run_id text not null,
  -- Null for a question of the planner about no single task.
  task_id text,
  agent_slug text not null,
  question text not null,
  assumption text not null,
  impact text not null,
  -- `open` while the task waits, `assumed` once it goes on from the assumption, `answered` from then on.
  status text not null check (status in ('open', 'answered', 'assumed')),
  -- The end of the waiting; null for a question that nothing waits for.
  due_at timestamptz,
  answer text,
  answerer_kind text,
  answerer_id text,
  answerer_name text,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, engagement_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  constraint questions_answered check (
    (status = 'answered') = (answer is not null) and (answer is null) = (answered_at is null)
    and (answer is null) = (answerer_name is null) and (answer is null) = (answerer_kind is null)
  ),
  constraint questions_answerer check (answerer_kind in ('user', 'client', 'api_key'))
);
create index questions_inbox on platform.questions (tenant_id, (status = 'answered'), created_at desc, id desc);
create index questions_of_engagement on platform.questions (tenant_id, engagement_id, created_at desc, id desc);
create index questions_of_run on platform.questions (tenant_id, run_id);
call platform.secure_tenant_table('platform.questions');

-- The questions on whose assumptions a version rests. It is stale once one of them is answered.
create table platform.deliverable_assumptions (
  tenant_id text not null,
  deliverable_id text not null,
  engagement_id text not null,
  question_id text not null,
  primary key (tenant_id, deliverable_id, question_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id, question_id) references platform.questions on delete cascade
);
create index deliverable_assumptions_question
  on platform.deliverable_assumptions (tenant_id, engagement_id, question_id);
call platform.secure_tenant_table('platform.deliverable_assumptions');

-- Links in mails that answer one question without a sign-in. A link goes with the person it was mailed to.
create table platform.answer_links (
  token_hash bytea primary key,
  tenant_id text not null,
  engagement_id text not null,
  question_id text not null,
  user_id text not null,
  expires_at timestamptz not null,
  -- Set by the answer to the question, whoever gives it.
  used_at timestamptz,
  foreign key (tenant_id, engagement_id, question_id) references platform.questions on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index answer_links_question on platform.answer_links (tenant_id, engagement_id, question_id);
create index answer_links_user on platform.answer_links (tenant_id, user_id);
create index answer_links_expired on platform.answer_links (expires_at);
call platform.secure_tenant_table('platform.answer_links');
call platform.allow_system('platform.answer_links', 'select, delete');

alter table platform.runs
  -- The engine's last event says that all that is left waits for answers until then. Any later event clears it.
  add column waiting_until timestamptz,
  -- The number of the one follower in charge. Followers of other numbers end.
  add column follower integer not null default 0;

alter table platform.portal_tokens drop constraint portal_tokens_permissions_check;
alter table platform.portal_tokens add constraint portal_tokens_permissions_check
  check (permissions <@ '{read,comment,approve,answer}' and cardinality(permissions) > 0);
