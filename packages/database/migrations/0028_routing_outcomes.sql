-- What the router learns from beside the observer: the evaluator's score of the finished document, and people's review.
alter table engine.routing_decisions
  add column explored boolean not null default false,
  add column evaluator_score double precision,
  add column review text check (review in ('approved', 'revision_requested', 'rejected'));

-- The newest judged tasks of a kind, whatever their model.
drop index engine.routing_decisions_history;
create index routing_decisions_history on engine.routing_decisions (tenant_id, task_kind, created_at desc)
  where observer_score is not null;
-- Whether people sent a task back before.
create index routing_decisions_sent_back on engine.routing_decisions (tenant_id, engagement_id, task_id)
  where review in ('revision_requested', 'rejected');
-- The newest reviews of a tenant, which each run hands to the router.
create index deliverables_reviewed on platform.deliverables (tenant_id, reviewed_at desc)
  where reviewed_at is not null and task_id is not null;
