-- A run of kind `judge` asks a judge about the statements of a text that a person wrote, and ends (contract 14).
alter table engine.runs
  drop constraint runs_kind_check,
  add constraint runs_kind_check check (kind in ('run', 'plan', 'judge')),
  -- The judge's answers in the order of the questions; null before they are there, and for other kinds.
  add column judged json;

-- What judges have said about statements of an engagement's documents, so that the same question is not asked again. The
-- hash is that of the question: the statement, its figures, what exact means leave open, and the passages.
create table platform.judge_answers (
  tenant_id text not null,
  engagement_id text not null,
  question_hash text not null,
  statement text not null,
  holds boolean not null,
  reason text not null,
  judged_at timestamptz not null,
  primary key (tenant_id, engagement_id, question_hash),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.judge_answers');

-- The judgement for which the findings of a version wait; null if they wait for none.
alter table platform.deliverables add column judgement_id text;
create index deliverables_judged on platform.deliverables (tenant_id, engagement_id) where judgement_id is not null;

-- What judges have cost beside runs and plans.
alter table platform.engagements add column judging_nano_usd bigint not null default 0;
